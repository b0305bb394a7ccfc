package io.lakelog.sql.exec;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link ValueConversion} of nested values, part by part: a List for ARRAY and ROW, a Map for MAP. Pure. */
final class NestedConversion {
    private NestedConversion() {}

    static Object convert(Object value, DataType type, ValueConversion.Loss loss, ZoneId zone) {
        List<Field> children = type.children();
        if (type.kind() == TypeKind.MAP && value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                if (entry.getKey() == null) {
                    throw new LakelogException(ErrorCode.NULL_VALUE, "a key of a " + type.sql() + " is NULL");
                }
                entries.put(
                        part(entry.getKey(), children.get(0).type(), loss, zone),
                        part(entry.getValue(), children.get(1).type(), loss, zone));
            }
            return entries;
        }
        if (type.kind() == TypeKind.ARRAY && value instanceof List<?> list) {
            List<@Nullable Object> elements = new ArrayList<>(list.size());
            for (Object element : list) {
                elements.add(part(element, children.get(0).type(), loss, zone));
            }
            return elements;
        }
        if (type.kind() == TypeKind.ROW && value instanceof List<?> row) {
            if (row.size() != children.size()) {
                throw new LakelogException(
                        ErrorCode.TYPE_MISMATCH, "a row of " + row.size() + " values does not fit type " + type.sql());
            }
            List<@Nullable Object> fields = new ArrayList<>(row.size());
            for (int i = 0; i < row.size(); i++) {
                fields.add(part(row.get(i), children.get(i).type(), loss, zone));
            }
            return fields;
        }
        throw ValueConversion.mismatch(value, type);
    }

    private static @Nullable Object part(
            @Nullable Object value, DataType type, ValueConversion.Loss loss, ZoneId zone) {
        return value == null ? null : ValueConversion.convert(value, type, loss, zone);
    }
}
