package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import java.util.List;

/**
 * 64-bit hashes of keys, for tables in memory: one column of at most 64 bits gets a hash of its own for each value. Not part
 * of the format. Pure; thread-safe.
 */
public final class KeyHash {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final List<DataType> types;

    public KeyHash(List<DataType> types) {
        this.types = List.copyOf(types);
    }

    /** The hash of a row of the key columns, none of which is NULL. */
    public long of(List<Column> key, int row) {
        long hash = 0;
        for (int c = 0; c < key.size(); c++) {
            Column column = key.get(c);
            long value;
            if (column instanceof Column.Longs longs) {
                value = longs.values[row];
            } else if (column instanceof Column.Ints ints) {
                value = ints.values[row];
            } else if (column instanceof Column.Doubles doubles) {
                // Every NaN is the same key.
                value = Double.doubleToLongBits(doubles.values[row]);
            } else if (column instanceof Column.Floats floats) {
                value = Float.floatToIntBits(floats.values[row]);
            } else if (column instanceof Column.Bytes bytes) {
                value = bytes(bytes.data, bytes.offsets[row], bytes.offsets[row + 1]);
            } else {
                byte[] form = BinaryRow.of(List.of(column), List.of(types.get(c)), row)
                        .serialized();
                value = bytes(form, 0, form.length);
            }
            hash = c == 0 ? mix(value) : mix(hash * STEP + value);
        }
        return hash;
    }

    private static long bytes(byte[] data, int from, int to) {
        long hash = STEP ^ (to - from);
        for (int i = from; i < to; i++) {
            hash = (hash ^ data[i]) * 0x100000001B3L;
            hash ^= hash >>> 29;
        }
        return hash;
    }

    /** A bijection that spreads every bit over all (the finaliser of SplitMix64). */
    private static long mix(long value) {
        long z = value + STEP;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
