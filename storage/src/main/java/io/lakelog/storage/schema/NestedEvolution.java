package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import io.lakelog.storage.type.TypeWidening;
import java.util.ArrayList;
import java.util.List;

/**
 * How the type of one column changes within: fields of ROWs come, go, get other names, types and places as columns do, and
 * keep their ids; so do those of ROWs in ARRAYs and MAPs. Pure but for the ids it takes.
 */
final class NestedEvolution {
    private final String column;
    private final FieldIds ids;
    private final boolean written;

    /**
     * @param column its name, for messages
     * @param ids gives new fields theirs
     * @param written whether rows may be there, which have NULL in a new field
     */
    NestedEvolution(String column, FieldIds ids, boolean written) {
        this.column = column;
        this.ids = ids;
        this.written = written;
    }

    /**
     * A type in which one thing has changed.
     *
     * @param path from the type to the one that changes: names of fields, {@code element} of an ARRAY, {@code value} of a MAP
     */
    DataType apply(DataType type, List<String> path, SchemaChange change) {
        if (path.isEmpty()) {
            return type.kind() == TypeKind.ROW ? changedRow(type, change) : changedItem(type, change);
        }
        int at = find(type, path.get(0));
        Field child = type.children().get(at);
        return replaced(type, at, child.withType(apply(child.type(), path.subList(1, path.size()), change)));
    }

    /**
     * The type that a user has written out whole in place of another one: fields of the same name are the same field, others
     * are new, and those that are not named any more go.
     */
    DataType become(DataType from, DataType to) {
        DataType nullable = to.withNullable(from.nullable());
        if (from.kind() != to.kind() || !from.kind().isNested()) {
            if (!TypeWidening.isLossless(from, nullable)) {
                throw lossy(from, to);
            }
            return nullable;
        }
        List<Field> children = new ArrayList<>();
        if (from.kind() != TypeKind.ROW) {
            for (int i = 0; i < from.children().size(); i++) {
                boolean key = from.kind() != TypeKind.ARRAY && i == 0;
                Field child = from.children().get(i);
                DataType wanted = to.children().get(i).type();
                if (key && !child.type().sameType(wanted)) {
                    throw lossy(from, to);
                }
                children.add(key ? child : child.withType(becomeAsWritten(child.type(), wanted)));
            }
            return from.withChildren(children);
        }
        for (Field wanted : to.children()) {
            int at = indexOf(from.children(), wanted.name());
            Field old = at < 0 ? null : from.children().get(at);
            children.add(old == null ? added(wanted) : old.withType(becomeAsWritten(old.type(), wanted.type())));
        }
        return from.withChildren(children);
    }

    private DataType becomeAsWritten(DataType from, DataType to) {
        if (written && from.nullable() && !to.nullable()) {
            throw cannot("become " + to + " within: rows that are there may have NULL in it");
        }
        return become(from, to).withNullable(to.nullable());
    }

    private DataType changedRow(DataType row, SchemaChange change) {
        if (change instanceof SchemaChange.AddColumn add) {
            checkNew(row, add.column().name());
            List<Field> fields = new ArrayList<>(row.children());
            SchemaChange.Position position = add.position();
            fields.add(position == null ? fields.size() : placeOf(row, position), added(add.column()));
            return row.withChildren(fields);
        }
        if (change instanceof SchemaChange.DropColumn drop) {
            List<Field> fields = new ArrayList<>(row.children());
            fields.remove(find(row, drop.column()));
            if (fields.isEmpty()) {
                throw cannot("lose field '" + drop.column() + "': it is the only one of its ROW");
            }
            return row.withChildren(fields);
        }
        if (change instanceof SchemaChange.RenameColumn rename) {
            int at = find(row, rename.column());
            Field field = row.children().get(at);
            if (!field.name().equalsIgnoreCase(rename.newName())) {
                checkNew(row, rename.newName());
            }
            Field renamed =
                    new Field(field.id(), rename.newName(), field.type(), field.comment(), field.defaultValue());
            return replaced(row, at, renamed);
        }
        if (change instanceof SchemaChange.ChangeComment text) {
            int at = find(row, text.column());
            Field field = row.children().get(at);
            Field said = new Field(field.id(), field.name(), field.type(), text.comment(), field.defaultValue());
            return replaced(row, at, said);
        }
        if (change instanceof SchemaChange.MoveColumn move) {
            Field field = row.children().get(find(row, move.column()));
            List<Field> others = new ArrayList<>(row.children());
            others.remove(field);
            DataType rest = row.withChildren(others);
            others.add(placeOf(rest, move.position()), field);
            return row.withChildren(others);
        }
        return changedItem(row, change);
    }

    /** What can change of a field, an element or a value alike. */
    private DataType changedItem(DataType type, SchemaChange change) {
        if (change instanceof SchemaChange.ChangeType typed) {
            int at = find(type, typed.column());
            Field item = type.children().get(at);
            DataType wanted = typed.keepNullability()
                    ? typed.type().withNullable(item.type().nullable())
                    : typed.type();
            return replaced(type, at, item.withType(becomeAsWritten(item.type(), wanted)));
        }
        if (change instanceof SchemaChange.ChangeNullability nullability) {
            int at = find(type, nullability.column());
            Field item = type.children().get(at);
            return replaced(
                    type,
                    at,
                    item.withType(becomeAsWritten(item.type(), item.type().withNullable(nullability.nullable()))));
        }
        if (change instanceof SchemaChange.ChangeDefault) {
            throw LakelogException.unsupported("column '" + column + "': only whole columns have a DEFAULT");
        }
        throw cannot("be changed so within: " + type.sql() + " has no fields of its own");
    }

    private Field added(Field field) {
        if (field.defaultValue() != null) {
            throw LakelogException.unsupported(
                    "field '" + field.name() + "' of column '" + column + "': only whole columns have a DEFAULT");
        }
        if (written && !field.type().nullable()) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "field '" + field.name() + "' of column '" + column
                            + "' cannot be added as NOT NULL: rows that are there have NULL in it");
        }
        return ids.number(field);
    }

    private void checkNew(DataType row, String name) {
        if (indexOf(row.children(), name) >= 0) {
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + column + "' has a field '" + name + "' there already (case does not count)");
        }
    }

    private int placeOf(DataType row, SchemaChange.Position position) {
        String after = position.after();
        return after == null ? 0 : find(row, after) + 1;
    }

    private int find(DataType type, String name) {
        boolean named = type.kind() == TypeKind.ROW || type.kind() == TypeKind.ARRAY || type.kind() == TypeKind.MAP;
        int at = named ? indexOf(type.children(), name) : -1;
        if (at < 0 || type.kind() == TypeKind.MAP && at == 0) {
            List<String> names =
                    switch (type.kind()) {
                        case ROW -> type.children().stream().map(Field::name).toList();
                        case ARRAY -> List.of("element");
                        case MAP -> List.of("value");
                        default -> List.of();
                    };
            throw new LakelogException(
                    ErrorCode.COLUMN_NOT_FOUND,
                    "column '" + column + "': in " + type.sql() + " nothing is called '" + name + "'"
                            + (names.isEmpty() ? "" : " that could be changed; there is " + String.join(", ", names))
                            + NearMatch.hint(name, names));
        }
        return at;
    }

    private static int indexOf(List<Field> fields, String name) {
        int found = -1;
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().equals(name)) {
                return i;
            }
            if (found < 0 && fields.get(i).name().equalsIgnoreCase(name)) {
                found = i;
            }
        }
        return found;
    }

    private static DataType replaced(DataType type, int at, Field child) {
        List<Field> children = new ArrayList<>(type.children());
        children.set(at, child);
        return type.withChildren(children);
    }

    private LakelogException lossy(DataType from, DataType to) {
        return cannot(
                "be changed from " + from.sql() + " to " + to.sql() + ": not every value would be kept. It can become "
                        + TypeWidening.choices(from) + "; for other types add a column and UPDATE it");
    }

    private LakelogException cannot(String what) {
        return new LakelogException(ErrorCode.INVALID_DEFINITION, "column '" + column + "' cannot " + what);
    }
}
