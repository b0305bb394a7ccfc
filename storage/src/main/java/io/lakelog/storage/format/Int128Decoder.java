package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.ValuesReader;
import org.jspecify.annotations.Nullable;

/** Wide decimals of a fixed number of bytes, up to 16, big-endian. Not thread-safe. */
final class Int128Decoder extends PageDecoder {
    private final int width;
    private long[] high = new long[0];
    private long[] low = new long[0];
    private long[] dictionaryHigh = new long[0];
    private long[] dictionaryLow = new long[0];

    Int128Decoder(DataType type, ColumnDescriptor descriptor) {
        super(type, descriptor);
        width = descriptor.getPrimitiveType().getTypeLength();
    }

    @Override
    void readDictionary(byte[] body, int length, int size) {
        readPlain(body, 0, length, size);
        dictionaryHigh = high;
        dictionaryLow = low;
        high = new long[0];
        low = new long[0];
    }

    @Override
    void readPlain(byte[] body, int from, int to, int count) {
        requireBytes(from, to, (long) width * count, count);
        resize(count);
        for (int i = 0; i < count; i++) {
            read(i, body, from + i * width);
        }
    }

    private void read(int position, byte[] body, int from) {
        long upper = body[from] < 0 ? -1 : 0;
        long lower = upper;
        for (int i = from; i < from + width; i++) {
            upper = upper << 8 | lower >>> 56;
            lower = lower << 8 | (body[i] & 0xff);
        }
        high[position] = upper;
        low[position] = lower;
    }

    @Override
    void readDictionaryIds(int[] ids, int count) {
        resize(count);
        for (int i = 0; i < count; i++) {
            high[i] = dictionaryHigh[ids[i]];
            low[i] = dictionaryLow[ids[i]];
        }
    }

    @Override
    void readOther(ValuesReader reader, int count) {
        resize(count);
        for (int i = 0; i < count; i++) {
            byte[] bytes = reader.readBytes().getBytesUnsafe();
            requireBytes(0, bytes.length, width, 1);
            read(i, bytes, 0);
        }
    }

    private void resize(int count) {
        high = room(high, count);
        low = room(low, count);
    }

    @Override
    Column take(int rows, boolean @Nullable [] nulls, int count) {
        if (nulls == null) {
            return new Column.Int128s(rows, null, high, low);
        }
        long[] spreadHigh = new long[rows];
        long[] spreadLow = new long[rows];
        int next = 0;
        for (int i = 0; i < rows; i++) {
            if (!nulls[i]) {
                spreadHigh[i] = high[next];
                spreadLow[i] = low[next++];
            }
        }
        return new Column.Int128s(rows, nulls, spreadHigh, spreadLow);
    }
}
