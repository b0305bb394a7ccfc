package io.lakelog.tck.check;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of keys: strings by their UTF-8 bytes, binary by unsigned bytes, all else by value; left to right. */
final class ValueOrder {
    /** Orders keys, which hold no nulls. */
    static final Comparator<List<@Nullable Object>> KEYS = ValueOrder::compareKeys;

    private ValueOrder() {}

    @SuppressWarnings("unchecked")
    static int compare(Object a, Object b) {
        if (a instanceof String text) {
            return Arrays.compareUnsigned(
                    text.getBytes(StandardCharsets.UTF_8), ((String) b).getBytes(StandardCharsets.UTF_8));
        }
        if (a instanceof byte[] bytes) {
            return Arrays.compareUnsigned(bytes, (byte[]) b);
        }
        return ((Comparable<Object>) a).compareTo(b);
    }

    private static int compareKeys(List<@Nullable Object> a, List<@Nullable Object> b) {
        for (int i = 0; i < a.size(); i++) {
            Object left = a.get(i);
            Object right = b.get(i);
            if (left == null || right == null) {
                throw new IllegalArgumentException("a key holds NULL: " + (left == null ? a : b));
            }
            int order = compare(left, right);
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
