package io.lakelog.storage.format;

import io.lakelog.storage.row.ListsBuilder;
import io.lakelog.storage.row.StructsBuilder;
import io.lakelog.storage.type.Field;
import java.util.List;
import org.apache.orc.TypeDescription;
import org.apache.orc.storage.ql.exec.vector.ListColumnVector;
import org.apache.orc.storage.ql.exec.vector.MapColumnVector;
import org.apache.orc.storage.ql.exec.vector.StructColumnVector;
import org.jspecify.annotations.Nullable;

/** How ORC's vectors of lists, maps and structs become ours. Pure. */
final class OrcNested {
    private OrcNested() {}

    static OrcColumns.Value list(Field field, TypeDescription stored) {
        OrcColumns.Copier elements = OrcColumns.copier(
                named(field, field.type().children().get(0)),
                stored.getChildren().get(0));
        return (source, row, target) -> {
            ListColumnVector vector = (ListColumnVector) source;
            ListsBuilder list = (ListsBuilder) target;
            int from = (int) vector.offsets[row];
            elements.copy(vector.child, from, from + (int) vector.lengths[row], list.child(0));
            list.endValue();
        };
    }

    /** Keys are never NULL, whatever their type says. */
    static OrcColumns.Value map(Field field, TypeDescription stored) {
        Field key = field.type().children().get(0);
        OrcColumns.Copier keys = OrcColumns.copier(
                named(field, key.withType(key.type().notNull())),
                stored.getChildren().get(0));
        OrcColumns.Copier values = OrcColumns.copier(
                named(field, field.type().children().get(1)),
                stored.getChildren().get(1));
        return (source, row, target) -> {
            MapColumnVector vector = (MapColumnVector) source;
            ListsBuilder list = (ListsBuilder) target;
            int from = (int) vector.offsets[row];
            int to = from + (int) vector.lengths[row];
            keys.copy(vector.keys, from, to, list.child(0));
            values.copy(vector.values, from, to, list.child(1));
            list.endValue();
        };
    }

    /** Fields by name; those that the file lacks are NULL. */
    static OrcColumns.Value struct(Field field, TypeDescription stored) {
        List<Field> fields = field.type().children();
        OrcColumns.@Nullable Copier[] copiers = new OrcColumns.Copier[fields.size()];
        int[] sources = new int[copiers.length];
        for (int i = 0; i < copiers.length; i++) {
            Field wanted = named(field, fields.get(i));
            sources[i] = stored.getFieldNames().indexOf(fields.get(i).name());
            if (sources[i] >= 0) {
                copiers[i] = OrcColumns.copier(wanted, stored.getChildren().get(sources[i]));
            } else if (!wanted.type().nullable()) {
                throw new MalformedFileException(
                        "it has no column '" + wanted.name() + "', only " + stored.getFieldNames());
            }
        }
        return (source, row, target) -> {
            StructColumnVector vector = (StructColumnVector) source;
            StructsBuilder struct = (StructsBuilder) target;
            for (int i = 0; i < copiers.length; i++) {
                OrcColumns.Copier copier = copiers[i];
                if (copier == null) {
                    struct.child(i).appendNull();
                } else {
                    copier.copy(vector.fields[sources[i]], row, row + 1, struct.child(i));
                }
            }
            struct.endValue();
        };
    }

    /** A field whose name says where it lies. */
    private static Field named(Field parent, Field child) {
        return new Field(child.id(), parent.name() + "." + child.name(), child.type());
    }
}
