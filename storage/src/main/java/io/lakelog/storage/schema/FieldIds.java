package io.lakelog.storage.schema;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** Gives ids to new columns in order; the fields of a ROW come right after it. Not thread-safe. */
final class FieldIds {
    private int highest;

    /** @param highest the highest id ever used in the table, -1 if none */
    FieldIds(int highest) {
        this.highest = highest;
    }

    int highest() {
        return highest;
    }

    /** The field, and all within it, under new ids. */
    Field number(Field field) {
        int id = ++highest;
        return new Field(id, field.name(), type(field.type()), field.comment(), field.defaultValue());
    }

    private DataType type(DataType type) {
        List<Field> children = new ArrayList<>(type.children().size());
        for (Field child : type.children()) {
            children.add(type.kind() == TypeKind.ROW ? number(child) : child.withType(type(child.type())));
        }
        return type.withChildren(children);
    }
}
