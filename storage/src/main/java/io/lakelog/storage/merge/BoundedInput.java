package io.lakelog.storage.merge;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import org.roaringbitmap.art.Art;

/**
 * Bytes for the 64-bit bitmaps' reader, which makes room for as many containers as a number says before it reads them: behind
 * the tree of their keys an int is a count, and one beyond the number of bytes cannot be true. Not thread-safe.
 */
final class BoundedInput implements DataInput {
    /** The most numbers that one container holds. */
    private static final int CONTAINER_MAX = 1 << 16;

    private final DataInputStream in;
    private final int rest;
    private final int greatest;

    BoundedInput(byte[] bytes, int from, int length) throws IOException {
        this.in = new DataInputStream(new ByteArrayInputStream(bytes, from, length));
        this.rest = behindTree(bytes, from, length);
        this.greatest = Math.max(length, CONTAINER_MAX);
    }

    /** How many bytes follow the tree. */
    private static int behindTree(byte[] bytes, int from, int length) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, from, length));
        if (in.readByte() != 0) {
            new Art().deserializeArt(in);
        }
        return in.available();
    }

    @Override
    public int readInt() throws IOException {
        boolean counts = in.available() <= rest;
        int value = in.readInt();
        int count = Integer.reverseBytes(value);
        if (counts && (count < 0 || count > greatest)) {
            throw new IOException("a count of " + count + " within so few bytes");
        }
        return value;
    }

    @Override
    public void readFully(byte[] target) throws IOException {
        in.readFully(target);
    }

    @Override
    public void readFully(byte[] target, int from, int count) throws IOException {
        in.readFully(target, from, count);
    }

    @Override
    public int skipBytes(int count) throws IOException {
        return in.skipBytes(count);
    }

    @Override
    public boolean readBoolean() throws IOException {
        return in.readBoolean();
    }

    @Override
    public byte readByte() throws IOException {
        return in.readByte();
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return in.readUnsignedByte();
    }

    @Override
    public short readShort() throws IOException {
        return in.readShort();
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return in.readUnsignedShort();
    }

    @Override
    public char readChar() throws IOException {
        return in.readChar();
    }

    @Override
    public long readLong() throws IOException {
        return in.readLong();
    }

    @Override
    public float readFloat() throws IOException {
        return in.readFloat();
    }

    @Override
    public double readDouble() throws IOException {
        return in.readDouble();
    }

    @Override
    public String readLine() {
        throw new UnsupportedOperationException("there are no lines");
    }

    @Override
    public String readUTF() throws IOException {
        return in.readUTF();
    }
}
