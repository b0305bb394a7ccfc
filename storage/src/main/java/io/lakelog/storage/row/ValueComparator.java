package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.util.Arrays;

/** The order of two values of one type, neither of them NULL. Stateless. */
interface ValueComparator {
    int compare(Column a, int i, Column b, int j);

    /** Nested values: item by item, NULL first, the shorter before the longer; a map is ordered by its size first. */
    static ValueComparator of(DataType type) {
        return switch (type.layout()) {
            case BOOLEAN ->
                (a, i, b, j) -> Boolean.compare(((Column.Booleans) a).values[i], ((Column.Booleans) b).values[j]);
            case INT -> (a, i, b, j) -> Integer.compare(((Column.Ints) a).values[i], ((Column.Ints) b).values[j]);
            case LONG -> (a, i, b, j) -> Long.compare(((Column.Longs) a).values[i], ((Column.Longs) b).values[j]);
            case NANOS ->
                (a, i, b, j) -> {
                    Column.Nanos x = (Column.Nanos) a;
                    Column.Nanos y = (Column.Nanos) b;
                    return Column.Nanos.compare(x.micros[i], x.nanos[i], y.micros[j], y.nanos[j]);
                };
            case FLOAT -> (a, i, b, j) -> Float.compare(((Column.Floats) a).values[i], ((Column.Floats) b).values[j]);
            case DOUBLE ->
                (a, i, b, j) -> Double.compare(((Column.Doubles) a).values[i], ((Column.Doubles) b).values[j]);
            case INT128 ->
                (a, i, b, j) -> {
                    Column.Int128s x = (Column.Int128s) a;
                    Column.Int128s y = (Column.Int128s) b;
                    return Int128.compare(x.high[i], x.low[i], y.high[j], y.low[j]);
                };
            case BYTES ->
                (a, i, b, j) -> {
                    Column.Bytes x = (Column.Bytes) a;
                    Column.Bytes y = (Column.Bytes) b;
                    return Arrays.compareUnsigned(
                            x.data, x.offsets[i], x.offsets[i + 1], y.data, y.offsets[j], y.offsets[j + 1]);
                };
            case LIST -> type.kind() == TypeKind.ARRAY ? new NestedOrder.OfArrays(type) : new NestedOrder.OfMaps(type);
            case STRUCT -> new NestedOrder.OfRows(type);
        };
    }
}
