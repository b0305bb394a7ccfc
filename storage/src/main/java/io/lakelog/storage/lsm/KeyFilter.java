package io.lakelog.storage.lsm;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicates;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Says of sorted keys which rows of a file may have one of them. Thread-safe. */
public final class KeyFilter {
    /** Up to this many keys are sought one by one in a file's page index; more are sought as one range. */
    private static final int POINT_KEYS_MAX = 64;

    private final TableShape shape;
    private final boolean filterable;

    public KeyFilter(TableShape shape) {
        this.shape = shape;
        this.filterable = shape.keyTypes().stream().noneMatch(KeyFilter::isFloating);
    }

    /** Statistics of floating point columns say nothing reliable about NaN and signed zeros. */
    private static boolean isFloating(DataType type) {
        return type.layout() == DataType.Layout.FLOAT || type.layout() == DataType.Layout.DOUBLE;
    }

    /** What rows meet that have one of some sorted keys. */
    public @Nullable Predicate of(List<Column> keys, int count) {
        return of(keys, IntStream.range(0, count).toArray());
    }

    /**
     * What rows meet that have one of some keys, on the columns of the table; null if that cannot be said.
     *
     * @param keys the key columns, sorted
     * @param open the places of the keys wanted, ascending; at least one
     */
    @Nullable
    Predicate of(List<Column> keys, int[] open) {
        if (!filterable) {
            return null;
        }
        if (open.length > POINT_KEYS_MAX) {
            return Predicates.and(List.of(
                    compare(keys, 0, open[0], Predicate.Operator.GREATER_OR_EQUAL),
                    compare(keys, 0, open[open.length - 1], Predicate.Operator.LESS_OR_EQUAL)));
        }
        List<Predicate> points = new ArrayList<>();
        for (int key : open) {
            List<Predicate> parts = new ArrayList<>();
            for (int c = 0; c < keys.size(); c++) {
                parts.add(compare(keys, c, key, Predicate.Operator.EQUAL));
            }
            points.add(parts.size() == 1 ? parts.get(0) : new Predicate.And(parts));
        }
        return points.size() == 1 ? points.get(0) : new Predicate.Or(points);
    }

    private Predicate compare(List<Column> keys, int c, int row, Predicate.Operator operator) {
        int column = shape.keyPositions()[c];
        Object value = Values.get(keys.get(c), shape.rowType().type(column), row);
        if (value == null) {
            throw new IllegalStateException("a key is never NULL");
        }
        return new Predicate.Compare(column, operator, value);
    }
}
