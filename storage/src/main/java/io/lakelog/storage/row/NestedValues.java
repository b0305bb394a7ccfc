package io.lakelog.storage.row;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link Values} of nested types. */
final class NestedValues {
    private NestedValues() {}

    static Object get(Column column, DataType type, int row) {
        if (column instanceof Column.Structs structs) {
            List<@Nullable Object> fields = new ArrayList<>(type.children().size());
            for (int i = 0; i < type.children().size(); i++) {
                fields.add(Values.get(
                        structs.children.get(i), type.children().get(i).type(), row));
            }
            return Collections.unmodifiableList(fields);
        }
        Column.Lists lists = (Column.Lists) column;
        DataType first = type.children().get(0).type();
        if (type.kind() == TypeKind.ARRAY) {
            List<@Nullable Object> elements = new ArrayList<>(lists.length(row));
            for (int i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) {
                elements.add(Values.get(lists.children.get(0), first, i));
            }
            return Collections.unmodifiableList(elements);
        }
        DataType second = type.children().get(1).type();
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) {
            entries.put(Values.get(lists.children.get(0), first, i), Values.get(lists.children.get(1), second, i));
        }
        return Collections.unmodifiableMap(entries);
    }

    static void append(ColumnBuilder builder, DataType type, Object value) {
        List<Field> children = type.children();
        if (builder instanceof StructsBuilder structs) {
            List<?> fields = (List<?>) value;
            if (fields.size() != children.size()) {
                throw new LakelogException(
                        ErrorCode.TYPE_MISMATCH,
                        "a row of " + fields.size() + " fields does not fit type " + type.sql());
            }
            for (int i = 0; i < children.size(); i++) {
                child(
                        structs.child(i),
                        children.get(i).type(),
                        fields.get(i),
                        "field '" + children.get(i).name() + "'");
            }
            structs.endValue();
            return;
        }
        ListsBuilder lists = (ListsBuilder) builder;
        if (type.kind() == TypeKind.ARRAY) {
            for (Object element : (List<?>) value) {
                child(lists.child(0), children.get(0).type(), element, "an element");
            }
        } else {
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                child(lists.child(0), children.get(0).type().notNull(), entry.getKey(), "a key");
                child(lists.child(1), children.get(1).type(), entry.getValue(), "a value");
            }
        }
        lists.endValue();
    }

    private static void child(ColumnBuilder builder, DataType type, @Nullable Object value, String where) {
        if (value == null && !type.nullable()) {
            throw new LakelogException(ErrorCode.NULL_VALUE, where + " of type " + type + " is NULL");
        }
        Values.append(builder, type, value);
    }
}
