package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** INT64 as LONG (milliseconds become microseconds), DOUBLE as DOUBLE. Not thread-safe. */
final class LongDecoder extends PageDecoder {
    private static final long MICROS_PER_MILLI = 1000;

    private final boolean real;
    private final boolean millis;
    private long[] words = new long[0];
    private long[] spread = new long[0];
    private double[] doubles = new double[0];
    private long[] dictionary = new long[0];

    LongDecoder(DataType type, ColumnDescriptor descriptor) {
        super(type, descriptor);
        real = descriptor.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
        millis = ParquetTypes.storedAsMillis(type);
    }

    @Override
    void readDictionary(byte[] body, int length, int size) {
        requireBytes(0, length, 8L * size, size);
        dictionary = new long[size];
        read(body, 0, dictionary, size);
    }

    @Override
    void readPlain(byte[] body, int from, int to, int count) {
        requireBytes(from, to, 8L * count, count);
        words = room(words, count);
        read(body, from, words, count);
    }

    private static void read(byte[] body, int from, long[] target, int count) {
        int at = from;
        for (int i = 0; i < count; i++) {
            target[i] = (long) LittleEndianBuffer.LONG.get(body, at);
            at += Long.BYTES;
        }
    }

    @Override
    void readDictionaryIds(int[] ids, int count) {
        words = room(words, count);
        for (int i = 0; i < count; i++) {
            words[i] = dictionary[ids[i]];
        }
    }

    @Override
    void readOther(ValuesReader reader, int count) {
        words = room(words, count);
        for (int i = 0; i < count; i++) {
            words[i] = real ? Double.doubleToRawLongBits(reader.readDouble()) : reader.readLong();
        }
    }

    @Override
    Column take(int rows, boolean @Nullable [] nulls, int count) {
        if (millis) {
            for (int i = 0; i < count; i++) {
                words[i] = Math.multiplyExact(words[i], MICROS_PER_MILLI);
            }
        }
        long[] values = words;
        if (nulls != null) {
            spread = room(spread, rows);
            values = spread;
            int next = 0;
            for (int i = 0; i < rows; i++) {
                if (!nulls[i]) {
                    values[i] = words[next++];
                }
            }
        }
        if (!real) {
            return new Column.Longs(rows, nulls, values);
        }
        doubles = room(doubles, rows);
        for (int i = 0; i < rows; i++) {
            doubles[i] = Double.longBitsToDouble(values[i]);
        }
        return new Column.Doubles(rows, nulls, doubles);
    }
}
