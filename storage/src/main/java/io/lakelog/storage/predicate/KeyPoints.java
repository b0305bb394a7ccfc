package io.lakelog.storage.predicate;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.RowType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values that some columns must have together in rows that meet a condition, where it leaves but few:
 * {@code a = 1 AND b IN (2, 3)} leaves two of {@code (a, b)}. Pure; thread-safe.
 */
public final class KeyPoints {
    /** More than this are no longer told apart. */
    static final int MAX = 1000;

    private final int[] positions;

    private KeyPoints(int[] positions) {
        this.positions = positions;
    }

    /**
     * A superset of the values of some columns in rows that meet a condition, in the order of {@code positions}, each
     * once. Null if the condition leaves too many, or any.
     *
     * @param positions of columns in {@code rowType}; at least one
     */
    public static @Nullable Batch of(@Nullable Predicate filter, RowType rowType, int[] positions) {
        if (filter == null) {
            return null;
        }
        List<@Nullable Object[]> points = new KeyPoints(positions).points(filter);
        BatchBuilder batch = new BatchBuilder(rowType.project(positions));
        Set<List<Object>> distinct = new HashSet<>();
        for (@Nullable Object[] point : points) {
            List<Object> values = new ArrayList<>();
            for (Object value : point) {
                if (value == null) {
                    return null;
                }
                values.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
            }
            if (!distinct.add(values)) {
                continue;
            }
            for (int i = 0; i < positions.length; i++) {
                Values.append(batch.column(i), rowType.type(positions[i]), point[i]);
            }
        }
        return batch.build();
    }

    /** What is possible: any of these, each with null where anything is. */
    private List<@Nullable Object[]> points(Predicate predicate) {
        if (predicate instanceof Predicate.And and) {
            List<@Nullable Object[]> all = anything();
            for (Predicate part : and.parts()) {
                List<@Nullable Object[]> both = both(all, points(part));
                // What follows from a part alone follows from all as well.
                all = both.size() > MAX ? all : both;
            }
            return all;
        }
        if (predicate instanceof Predicate.Or or) {
            List<@Nullable Object[]> any = new ArrayList<>();
            for (Predicate part : or.parts()) {
                any.addAll(points(part));
                if (any.size() > MAX) {
                    return anything();
                }
            }
            return any;
        }
        if (predicate instanceof Predicate.Compare compare
                && compare.operator() == Predicate.Operator.EQUAL
                && !isZero(compare.value())) {
            for (int i = 0; i < positions.length; i++) {
                if (positions[i] == compare.column()) {
                    @Nullable Object[] point = new Object[positions.length];
                    point[i] = compare.value();
                    return List.<@Nullable Object[]>of(point);
                }
            }
        }
        return anything();
    }

    private List<@Nullable Object[]> anything() {
        return List.<@Nullable Object[]>of(new Object[positions.length]);
    }

    private static List<@Nullable Object[]> both(List<@Nullable Object[]> some, List<@Nullable Object[]> others) {
        List<@Nullable Object[]> both = new ArrayList<>();
        for (@Nullable Object[] one : some) {
            for (@Nullable Object[] other : others) {
                @Nullable Object[] joined = joined(one, other);
                if (joined != null) {
                    both.add(joined);
                }
                if (both.size() > MAX) {
                    return both;
                }
            }
        }
        return both;
    }

    /** Null where the two contradict each other. */
    private static @Nullable Object @Nullable [] joined(@Nullable Object[] one, @Nullable Object[] other) {
        @Nullable Object[] joined = one.clone();
        for (int i = 0; i < joined.length; i++) {
            if (joined[i] == null) {
                joined[i] = other[i];
            } else if (other[i] != null && !isSame(joined[i], other[i])) {
                return null;
            }
        }
        return joined;
    }

    /** Both are of the one class that the column's type has. */
    @SuppressWarnings("unchecked")
    private static boolean isSame(Object a, Object b) {
        if (a instanceof byte[] bytes) {
            return Arrays.equals(bytes, (byte[]) b);
        }
        return a instanceof Comparable<?> ? ((Comparable<Object>) a).compareTo(b) == 0 : a.equals(b);
    }

    /** A floating point zero is two keys, of either sign. */
    private static boolean isZero(Object value) {
        return (value instanceof Double number && number == 0) || (value instanceof Float single && single == 0);
    }
}
