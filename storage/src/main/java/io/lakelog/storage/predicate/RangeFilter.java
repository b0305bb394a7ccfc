package io.lakelog.storage.predicate;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.List;

/** Says whether rows between two bounds may meet a predicate. Pure; thread-safe. */
public final class RangeFilter {
    private RangeFilter() {}

    /**
     * Whether a row within the bounds may meet the predicate; true when in doubt.
     *
     * @param types of the columns that the predicate's positions count
     * @param min one row of lower bounds; NULL where there is none
     * @param max one row of upper bounds; NULL where there is none
     */
    public static boolean mayMatch(Predicate predicate, List<DataType> types, Batch min, Batch max) {
        if (predicate instanceof Predicate.And and) {
            return and.parts().stream().allMatch(part -> mayMatch(part, types, min, max));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.parts().stream().anyMatch(part -> mayMatch(part, types, min, max));
        }
        if (predicate instanceof Predicate.Compare compare) {
            return mayMatch(compare, types.get(compare.column()), min, max);
        }
        return true;
    }

    private static boolean mayMatch(Predicate.Compare compare, DataType type, Batch min, Batch max) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        Values.append(builder, type, compare.value());
        List<Column> value = List.of(builder.build());
        KeyComparator order = new KeyComparator(List.of(type));
        Column low = min.column(compare.column());
        Column high = max.column(compare.column());
        // A bound that is not known compares as if it were beyond every value.
        int valueToLow = low.isNull(0) ? 1 : order.compareColumn(0, value.get(0), 0, low, 0);
        int valueToHigh = high.isNull(0) ? -1 : order.compareColumn(0, value.get(0), 0, high, 0);
        return switch (compare.operator()) {
            case EQUAL -> valueToLow >= 0 && valueToHigh <= 0;
            case NOT_EQUAL -> !(valueToLow == 0 && valueToHigh == 0);
            case LESS -> valueToLow > 0;
            case LESS_OR_EQUAL -> valueToLow >= 0;
            case GREATER -> valueToHigh < 0;
            case GREATER_OR_EQUAL -> valueToHigh <= 0;
        };
    }
}
