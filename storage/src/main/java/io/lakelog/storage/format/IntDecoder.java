package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** INT32 as INT or LONG (short decimals), FLOAT as FLOAT. Not thread-safe. */
final class IntDecoder extends PageDecoder {
    private final boolean real;
    private int[] words = new int[0];
    private int[] spread = new int[0];
    private long[] longs = new long[0];
    private int[] dictionary = new int[0];

    IntDecoder(DataType type, ColumnDescriptor descriptor) {
        super(type, descriptor);
        real = descriptor.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT;
    }

    @Override
    void readDictionary(byte[] body, int length, int size) {
        requireBytes(0, length, 4L * size, size);
        dictionary = new int[size];
        read(body, 0, dictionary, size);
    }

    @Override
    void readPlain(byte[] body, int from, int to, int count) {
        requireBytes(from, to, 4L * count, count);
        words = room(words, count);
        read(body, from, words, count);
    }

    private static void read(byte[] body, int from, int[] target, int count) {
        int at = from;
        for (int i = 0; i < count; i++) {
            target[i] = (int) LittleEndianBuffer.INT.get(body, at);
            at += Integer.BYTES;
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
            words[i] = real ? Float.floatToRawIntBits(reader.readFloat()) : reader.readInteger();
        }
    }

    @Override
    Column take(int rows, boolean @Nullable [] nulls, int count) {
        int[] values = words;
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
        return switch (type.layout()) {
            case INT -> new Column.Ints(rows, nulls, values);
            case LONG -> {
                longs = room(longs, rows);
                for (int i = 0; i < rows; i++) {
                    longs[i] = values[i];
                }
                yield new Column.Longs(rows, nulls, longs);
            }
            default -> {
                float[] floats = new float[rows];
                for (int i = 0; i < rows; i++) {
                    floats[i] = Float.intBitsToFloat(values[i]);
                }
                yield new Column.Floats(rows, nulls, floats);
            }
        };
    }
}
