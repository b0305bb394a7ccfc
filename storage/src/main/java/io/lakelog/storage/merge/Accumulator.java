package io.lakelog.storage.merge;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.schema.AggregateFunction;
import io.lakelog.storage.schema.MergeOptions;
import io.lakelog.storage.type.DataType;
import java.util.List;

/** The value of one column as the versions of a key come in. Not thread-safe. */
abstract class Accumulator {
    abstract void reset();

    /** Takes the value of a later version; NULL too. */
    abstract void add(Column column, int row);

    /** Takes the value of a version that comes before all taken so far. */
    abstract void addEarlier(Column column, int row);

    /** Takes a value back. */
    abstract void retract(Column column, int row);

    /** Appends the value. */
    abstract void appendTo(ColumnBuilder target);

    static Accumulator of(AggregateFunction function, DataType type, String column, MergeOptions.FieldRule rule) {
        return switch (function) {
            case LAST_VALUE -> new PickedValue.Last();
            case LAST_NON_NULL_VALUE -> new PickedValue.LastNonNull();
            case FIRST_VALUE -> new PickedValue.First(column);
            case FIRST_NON_NULL_VALUE -> new PickedValue.FirstNonNull(column);
            case MAX -> new PickedValue.Greatest(column, new KeyComparator(List.of(type)), false);
            case MIN -> new PickedValue.Greatest(column, new KeyComparator(List.of(type)), true);
            case BOOL_AND -> new PickedValue.Greatest(column, new KeyComparator(List.of(type)), true);
            case BOOL_OR -> new PickedValue.Greatest(column, new KeyComparator(List.of(type)), false);
            case LISTAGG -> new TextList(column, rule.delimiter());
            case COLLECT -> new NestedValue.Collect(type, rule.distinct());
            case MERGE_MAP -> new NestedValue.MergeMap(type);
            case NESTED_UPDATE -> new NestedValue.NestedTable(type, rule);
            case RBM32 -> new BitmapUnion(column, false);
            case RBM64 -> new BitmapUnion(column, true);
            case SUM, PRODUCT ->
                switch (type.layout()) {
                    case FLOAT -> new FloatingNumber(function, true);
                    case DOUBLE -> new FloatingNumber(function, false);
                    case BOOLEAN, INT, LONG, NANOS, INT128, BYTES, LIST, STRUCT ->
                        new ExactNumber(function, type, column);
                };
        };
    }

    static LakelogException noRetract(String function, String column) {
        return LakelogException.unsupported("column '" + column + "' is aggregated by '" + function
                + "', which cannot take a value back; with 'fields." + column
                + ".ignore-retract' = 'true' it leaves -U and -D rows out");
    }
}
