package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.ValuesReader;
import org.jspecify.annotations.Nullable;

/**
 * Timestamps of nanoseconds as {@link Int96Encoder} says. Others may count the time of a day before 1970 backwards from
 * the next: a negative nanosecond of the day is read as that. Not thread-safe.
 */
final class Int96Decoder extends PageDecoder {
    private long[] micros = new long[0];
    private short[] nanos = new short[0];
    private long[] dictionaryMicros = new long[0];
    private short[] dictionaryNanos = new short[0];

    Int96Decoder(DataType type, ColumnDescriptor descriptor) {
        super(type, descriptor);
    }

    @Override
    void readDictionary(byte[] body, int length, int size) {
        readPlain(body, 0, length, size);
        dictionaryMicros = micros;
        dictionaryNanos = nanos;
    }

    @Override
    void readPlain(byte[] body, int from, int to, int count) {
        requireBytes(from, to, (long) Int96Encoder.BYTES * count, count);
        resize(count);
        for (int i = 0; i < count; i++) {
            read(i, body, from + i * Int96Encoder.BYTES);
        }
    }

    private void read(int position, byte[] body, int from) {
        long nanoOfDay = (int) LittleEndianBuffer.INT.get(body, from) & 0xffffffffL
                | (long) (int) LittleEndianBuffer.INT.get(body, from + 4) << 32;
        long day = (long) (int) LittleEndianBuffer.INT.get(body, from + 8) - Int96Encoder.JULIAN_EPOCH_DAY;
        micros[position] = day * Int96Encoder.MICROS_PER_DAY + Math.floorDiv(nanoOfDay, 1000L);
        nanos[position] = (short) Math.floorMod(nanoOfDay, 1000L);
    }

    @Override
    void readDictionaryIds(int[] ids, int count) {
        resize(count);
        for (int i = 0; i < count; i++) {
            micros[i] = dictionaryMicros[ids[i]];
            nanos[i] = dictionaryNanos[ids[i]];
        }
    }

    @Override
    void readOther(ValuesReader reader, int count) {
        resize(count);
        for (int i = 0; i < count; i++) {
            byte[] bytes = reader.readBytes().getBytesUnsafe();
            requireBytes(0, bytes.length, Int96Encoder.BYTES, 1);
            read(i, bytes, 0);
        }
    }

    private void resize(int count) {
        micros = new long[count];
        nanos = new short[count];
    }

    @Override
    Column take(int rows, boolean @Nullable [] nulls, int count) {
        if (nulls == null) {
            return new Column.Nanos(rows, null, micros, nanos);
        }
        long[] spreadMicros = new long[rows];
        short[] spreadNanos = new short[rows];
        int next = 0;
        for (int i = 0; i < rows; i++) {
            if (!nulls[i]) {
                spreadMicros[i] = micros[next];
                spreadNanos[i] = nanos[next++];
            }
        }
        return new Column.Nanos(rows, nulls, spreadMicros, spreadNanos);
    }
}
