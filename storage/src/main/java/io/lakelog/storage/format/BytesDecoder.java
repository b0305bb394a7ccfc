package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.values.ValuesReader;
import org.jspecify.annotations.Nullable;

/** Strings and binary of any length. Not thread-safe. */
final class BytesDecoder extends PageDecoder {
    private byte[] data = new byte[0];
    private int[] offsets = new int[1];
    private int[] spread = new int[1];
    private byte[] dictionary = new byte[0];
    private int[] dictionaryOffsets = new int[1];

    BytesDecoder(DataType type, ColumnDescriptor descriptor) {
        super(type, descriptor);
    }

    @Override
    void readDictionary(byte[] body, int length, int size) {
        readPlain(body, 0, length, size);
        dictionary = data;
        dictionaryOffsets = offsets;
        data = new byte[0];
        offsets = new int[1];
    }

    @Override
    void readPlain(byte[] body, int from, int to, int count) {
        long bytes = (long) to - from - (long) Integer.BYTES * count;
        if (bytes < 0) {
            throw new MalformedFileException(count + " values in " + (to - from) + " bytes");
        }
        data = room(data, (int) bytes);
        offsets = room(offsets, count + 1);
        int at = from;
        int used = 0;
        for (int i = 0; i < count; i++) {
            if (to - at < Integer.BYTES) {
                throw new MalformedFileException("value " + i + " of " + count + " is cut");
            }
            int length = (int) LittleEndianBuffer.INT.get(body, at);
            at += Integer.BYTES;
            if (length < 0 || length > to - at || length > bytes - used) {
                throw new MalformedFileException("value " + i + " of " + count + " would be " + length + " bytes long");
            }
            System.arraycopy(body, at, data, used, length);
            at += length;
            used += length;
            offsets[i + 1] = used;
        }
        requireBytes(at, to, 0, count);
    }

    @Override
    void readDictionaryIds(int[] ids, int count) {
        offsets = room(offsets, count + 1);
        long total = 0;
        for (int i = 0; i < count; i++) {
            total += dictionaryOffsets[ids[i] + 1] - dictionaryOffsets[ids[i]];
            offsets[i + 1] = (int) total;
        }
        data = room(data, Math.toIntExact(total));
        for (int i = 0; i < count; i++) {
            copyShort(dictionary, dictionaryOffsets[ids[i]], data, offsets[i], offsets[i + 1] - offsets[i]);
        }
    }

    /** A word at a time beyond the end where there is room for it: what comes later is written later. */
    private static void copyShort(byte[] source, int from, byte[] target, int to, int length) {
        int words = (length + Long.BYTES - 1) & -Long.BYTES;
        if (words > 2 * Long.BYTES || from > source.length - words || to > target.length - words) {
            System.arraycopy(source, from, target, to, length);
            return;
        }
        for (int i = 0; i < words; i += Long.BYTES) {
            LittleEndianBuffer.LONG.set(target, to + i, (long) LittleEndianBuffer.LONG.get(source, from + i));
        }
    }

    @Override
    void readOther(ValuesReader reader, int count) {
        offsets = room(offsets, count + 1);
        data = room(data, Math.max(64, count * 16));
        int used = 0;
        for (int i = 0; i < count; i++) {
            ByteBuffer value = reader.readBytes().toByteBuffer();
            int length = value.remaining();
            if (data.length - used < length) {
                data = Arrays.copyOf(data, Math.max(Math.addExact(used, length), data.length * 2));
            }
            value.get(data, used, length);
            used += length;
            offsets[i + 1] = used;
        }
    }

    @Override
    Column take(int rows, boolean @Nullable [] nulls, int count) {
        if (nulls == null) {
            return new Column.Bytes(rows, null, data, offsets);
        }
        spread = room(spread, rows + 1);
        int next = 0;
        for (int i = 0; i < rows; i++) {
            next += nulls[i] ? 0 : 1;
            spread[i + 1] = offsets[next];
        }
        return new Column.Bytes(rows, nulls, data, spread);
    }
}
