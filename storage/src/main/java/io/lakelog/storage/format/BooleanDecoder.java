package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.ValuesReader;
import org.jspecify.annotations.Nullable;

/** BOOLEAN: one bit a value, or runs in pages of version 2. Not thread-safe. */
final class BooleanDecoder extends PageDecoder {
    private boolean[] words = new boolean[0];

    BooleanDecoder(DataType type, ColumnDescriptor descriptor) {
        super(type, descriptor);
    }

    @Override
    void readDictionary(byte[] body, int length, int size) {
        throw new MalformedFileException("a dictionary for BOOLEAN");
    }

    @Override
    void readPlain(byte[] body, int from, int to, int count) {
        requireBytes(from, to, (count + 7L) / 8, count);
        words = new boolean[count];
        for (int i = 0; i < count; i++) {
            words[i] = (body[from + (i >> 3)] >> (i & 7) & 1) != 0;
        }
    }

    void readRle(byte[] body, int from, int to, int count) {
        if (to - from < Integer.BYTES) {
            throw new MalformedFileException("a page of runs without their length");
        }
        requireBytes(from + Integer.BYTES, to, (int) LittleEndianBuffer.INT.get(body, from), count);
        int[] bits = new int[count];
        RleDecoder.decode(body, from + Integer.BYTES, to, 1, bits, count);
        words = new boolean[count];
        for (int i = 0; i < count; i++) {
            words[i] = bits[i] != 0;
        }
    }

    @Override
    void readDictionaryIds(int[] ids, int count) {
        throw new MalformedFileException("dictionary ids for BOOLEAN");
    }

    @Override
    void readOther(ValuesReader reader, int count) {
        words = new boolean[count];
        for (int i = 0; i < count; i++) {
            words[i] = reader.readBoolean();
        }
    }

    @Override
    Column take(int rows, boolean @Nullable [] nulls, int count) {
        boolean[] values = words;
        if (nulls != null) {
            values = new boolean[rows];
            int next = 0;
            for (int i = 0; i < rows; i++) {
                if (!nulls[i]) {
                    values[i] = words[next++];
                }
            }
        }
        return new Column.Booleans(rows, nulls, values);
    }
}
