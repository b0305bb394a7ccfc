package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Values of a nested type under the nested type that their column has now: a field of a ROW is known by its id, wherever it
 * stands and whatever it is called, and is NULL where it was added later; elements, keys and values are converted each by
 * their own type. Pure; thread-safe.
 */
final class NestedCast {
    private NestedCast() {}

    /** The conversion, or null if the two are not of one nested kind. */
    static @Nullable UnaryOperator<Column> of(DataType from, DataType to, String what) {
        if (from.kind() != to.kind() || !from.kind().isNested()) {
            return null;
        }
        return from.kind() == TypeKind.ROW ? row(from, to, what) : list(from, to, what);
    }

    private static UnaryOperator<Column> list(DataType from, DataType to, String what) {
        List<UnaryOperator<Column>> items = new ArrayList<>();
        for (int i = 0; i < to.children().size(); i++) {
            items.add(ColumnCast.of(
                    from.children().get(i).type(), to.children().get(i).type(), what));
        }
        return column -> {
            Column.Lists lists = (Column.Lists) column;
            List<Column> children = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                children.add(items.get(i).apply(lists.children.get(i)));
            }
            return new Column.Lists(lists.size(), lists.nulls(), lists.offsets, children);
        };
    }

    /** A ROW of which no field is left is NULL, as for Paimon. */
    private static UnaryOperator<Column> row(DataType from, DataType to, String what) {
        int count = to.children().size();
        int[] source = new int[count];
        List<UnaryOperator<Column>> casts = new ArrayList<>(count);
        boolean anyLeft = false;
        for (int i = 0; i < count; i++) {
            Field field = to.children().get(i);
            source[i] = positionOf(from, field.id());
            anyLeft |= source[i] >= 0;
            casts.add(
                    source[i] < 0
                            ? UnaryOperator.identity()
                            : ColumnCast.of(
                                    from.children().get(source[i]).type(),
                                    field.type(),
                                    what + ", field '" + field.name() + "'"));
        }
        if (!anyLeft) {
            return column -> nulls(to, column.size());
        }
        return column -> {
            Column.Structs structs = (Column.Structs) column;
            List<Column> children = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                children.add(
                        source[i] < 0
                                ? nulls(to.children().get(i).type(), structs.size())
                                : casts.get(i).apply(structs.children.get(source[i])));
            }
            return new Column.Structs(structs.size(), structs.nulls(), children);
        };
    }

    private static int positionOf(DataType row, int id) {
        for (int i = 0; i < row.children().size(); i++) {
            if (row.children().get(i).id() == id) {
                return i;
            }
        }
        return -1;
    }

    private static Column nulls(DataType type, int size) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        builder.appendNull();
        return ColumnBuilder.repeat(builder.build(), size);
    }
}
