package io.lakelog.storage.format;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Variable-length numbers and counted bytes in an array, as Avro and compact Thrift have them, with every length checked
 * against what is there: a broken file must not make us allocate what it says. Not thread-safe.
 */
final class BinaryCursor {
    private final byte[] bytes;
    private final int end;
    private int position;

    BinaryCursor(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.position = from;
        this.end = to;
    }

    int position() {
        return position;
    }

    int remaining() {
        return end - position;
    }

    int readInt() {
        long value = readLong();
        if (value != (int) value) {
            throw new MalformedFileException("number " + value + " is no 32-bit integer");
        }
        return (int) value;
    }

    /** A zigzag variable-length integer of up to ten bytes. */
    long readLong() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int octet = readByte();
            value |= (octet & 0x7fL) << shift;
            if (octet >= 0) {
                return (value >>> 1) ^ -(value & 1);
            }
        }
        throw new MalformedFileException("a number of more than ten bytes");
    }

    byte[] readBytes() {
        int from = skipBytes();
        return Arrays.copyOfRange(bytes, from, position);
    }

    String readString() {
        int from = skipBytes();
        return new String(bytes, from, position - from, StandardCharsets.UTF_8);
    }

    /** Goes past bytes with their length before them, and returns where they begin. */
    int skipBytes() {
        return skip(readLong());
    }

    /** Goes past {@code count} bytes, and returns where they begin. */
    int skip(long count) {
        if (count < 0) {
            throw new MalformedFileException("a length of " + count + " bytes");
        }
        if (count > remaining()) {
            throw new EndException(count + " bytes where " + remaining() + " are left");
        }
        int from = position;
        position += (int) count;
        return from;
    }

    /** The number of items in the next block of an array or map; 0 ends it. Items take at least a byte each. */
    int readBlockCount() {
        long count = readLong();
        if (count < 0) {
            count = -count;
            readLong();
        }
        if (count < 0 || count > remaining()) {
            throw new MalformedFileException("a block of " + count + " items where " + remaining() + " bytes are left");
        }
        return (int) count;
    }

    /** A number of {@code count} bytes, lowest first. */
    long readLittleEndian(int count) {
        int from = skip(count);
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[from + i] & 0xff);
        }
        return value;
    }

    /** What is left, for a reader that takes no cursor. */
    InputStream toInputStream() {
        return new ByteArrayInputStream(bytes, position, remaining());
    }

    int readUnsignedByte() {
        return readByte() & 0xff;
    }

    /** A variable-length number without a sign, of up to five bytes. */
    long readUnsignedInt() {
        long value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int octet = readByte();
            value |= (octet & 0x7fL) << shift;
            if (octet >= 0) {
                return value;
            }
        }
        throw new MalformedFileException("a number of more than five bytes");
    }

    private byte readByte() {
        if (position >= end) {
            throw new EndException("it ends inside a value");
        }
        return bytes[position++];
    }

    /** There are fewer bytes than a value needs. */
    static final class EndException extends MalformedFileException {
        private static final long serialVersionUID = 1L;

        EndException(String message) {
            super(message);
        }
    }
}
