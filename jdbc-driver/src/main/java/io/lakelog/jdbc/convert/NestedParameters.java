package io.lakelog.jdbc.convert;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values for ARRAY, MAP and ROW that a caller sets: a List for ARRAY and ROW, a Map for MAP, of what parameters may be. */
final class NestedParameters {
    private NestedParameters() {}

    static boolean isNested(Object value) {
        return value instanceof Array
                || value instanceof Struct
                || value instanceof List
                || value instanceof Map
                || value instanceof Object[];
    }

    static Object of(Object value, DataType target, ZoneId zone) throws SQLException {
        if (value instanceof Map<?, ?> map) {
            Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entries.put(
                        part(entry.getKey(), child(target, 0), zone), part(entry.getValue(), child(target, 1), zone));
            }
            return entries;
        }
        List<?> parts;
        if (value instanceof Array array) {
            parts = array.getArray() instanceof Object[] elements ? Arrays.asList(elements) : List.of();
        } else if (value instanceof Struct struct) {
            parts = Arrays.asList(struct.getAttributes());
        } else {
            parts = value instanceof Object[] array ? Arrays.asList(array) : (List<?>) value;
        }
        List<@Nullable Object> made = new ArrayList<>(parts.size());
        for (int i = 0; i < parts.size(); i++) {
            made.add(part(parts.get(i), child(target, target.kind() == TypeKind.ROW ? i : 0), zone));
        }
        return made;
    }

    /** The type of a part; any, where the target has no such part: the engine will say so. */
    private static DataType child(DataType target, int position) {
        List<Field> children = target.children();
        return position < children.size() ? children.get(position).type() : DataType.STRING;
    }

    private static @Nullable Object part(@Nullable Object value, DataType target, ZoneId zone) throws SQLException {
        return ParameterValues.of(value, target, null, zone);
    }
}
