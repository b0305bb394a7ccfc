package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nested values in generated code: an ARRAY and a ROW are Lists, a MAP is a Map. Pure; public for generated classes only. */
public final class NestedFunctions {
    private NestedFunctions() {}

    /** A row of these values. */
    public static List<@Nullable Object> row(@Nullable Object[] values) {
        return Arrays.asList(values);
    }

    /** @param arguments a row or NULL, and the position of a field */
    public static @Nullable Object field(@Nullable Object[] arguments) {
        List<?> row = (List<?>) arguments[0];
        return row == null ? null : row.get(((Number) java.util.Objects.requireNonNull(arguments[1])).intValue());
    }

    /** @param arguments an array or NULL, and the number of fields of its elements if they are rows, else 0 */
    public static List<?> elements(@Nullable Object[] arguments) {
        List<?> array = (List<?>) arguments[0];
        int width = ((Number) java.util.Objects.requireNonNull(arguments[1])).intValue();
        if (array == null) {
            return List.of();
        }
        if (width == 0 || !array.contains(null)) {
            return array;
        }
        List<Object> rows = new ArrayList<>(array.size());
        for (Object row : array) {
            rows.add(row == null ? Collections.nCopies(width, null) : row);
        }
        return rows;
    }

    /** @param arguments a map or NULL, and a number that does not matter */
    public static Map<?, ?> entries(@Nullable Object[] arguments) {
        Map<?, ?> map = (Map<?, ?>) arguments[0];
        return map == null ? Map.of() : map;
    }

    /** Whether two values are the same, NULLs within being the same as each other. */
    public static boolean equal(Object a, Object b) {
        return a.equals(b);
    }

    /** The first of the arguments. */
    public static @Nullable Object same(@Nullable Object[] arguments) {
        return arguments[0];
    }
}
