package io.lakelog.storage.format;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bytes that grow, written in Parquet's byte order. Not thread-safe. */
final class LittleEndianBuffer {
    static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The first bytes of a value, up to eight, as a word whose lowest byte is the first; zeros where there are fewer. */
    static long word(byte[] source, int from, int to) {
        int length = to - from;
        if (length >= Long.BYTES) {
            return (long) LONG.get(source, from);
        }
        if (from <= source.length - Long.BYTES) {
            return length == 0 ? 0 : (long) LONG.get(source, from) & -1L >>> (Long.SIZE - Byte.SIZE * length);
        }
        long word = 0;
        for (int i = to - 1; i >= from; i--) {
            word = word << Byte.SIZE | source[i] & 0xff;
        }
        return word;
    }

    private static final int SIZE_MAX = Integer.MAX_VALUE - 16;

    private byte[] bytes = new byte[1024];
    private int size;

    int size() {
        return size;
    }

    /** The backing array, valid up to {@link #size()} and until the next write. */
    byte[] array() {
        return bytes;
    }

    void clear() {
        size = 0;
    }

    void reserve(int more) {
        long needed = (long) size + more;
        if (needed > bytes.length) {
            if (needed > SIZE_MAX) {
                throw new LakelogException(
                        ErrorCode.LIMIT, "a page of a data file would need " + needed + " bytes, more than 2 GB");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(SIZE_MAX, bytes.length * 2L)));
        }
    }

    void putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
    }

    void putInt(int value) {
        reserve(Integer.BYTES);
        INT.set(bytes, size, value);
        size += Integer.BYTES;
    }

    void putIntAt(int position, int value) {
        INT.set(bytes, position, value);
    }

    void putVarInt(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            putByte((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        putByte(rest);
    }

    void put(byte[] source, int from, int length) {
        reserve(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    /** The low four bytes of each of the first {@code count} words. */
    void putInts(long[] words, int count) {
        reserve(Math.multiplyExact(count, Integer.BYTES));
        int at = size;
        for (int i = 0; i < count; i++) {
            INT.set(bytes, at, (int) words[i]);
            at += Integer.BYTES;
        }
        size = at;
    }

    void putLongs(long[] words, int count) {
        reserve(Math.multiplyExact(count, Long.BYTES));
        int at = size;
        for (int i = 0; i < count; i++) {
            LONG.set(bytes, at, words[i]);
            at += Long.BYTES;
        }
        size = at;
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }
}
