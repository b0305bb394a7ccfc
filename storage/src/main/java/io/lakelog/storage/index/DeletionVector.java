package io.lakelog.storage.index;

import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * Which rows of a data file are gone, by their position in the file. Immutable. Source: the Paimon table format, "Index
 * files".
 *
 * <pre>
 * frame  := length of body (big-endian) | body | CRC-32 of body (big-endian)
 * body   := 5e43f2d0 | Roaring bitmap                                       positions below 2^32
 *         | d1d33964 | number of bitmaps (8 bytes) | (key | Roaring bitmap)*   little-endian; key: upper 32 bits
 * </pre>
 */
public final class DeletionVector {
    private static final int MAGIC_32 = 0x5e43f2d0;
    private static final int MAGIC_64 = 0xd1d33964;
    private static final int LENGTH_BYTES = 4;
    private static final int CRC_BYTES = 4;

    private final TreeMap<Integer, RoaringBitmap> bitmaps;

    private DeletionVector(TreeMap<Integer, RoaringBitmap> bitmaps) {
        this.bitmaps = bitmaps;
    }

    /** The most bytes that a frame can have whose entry says {@code lengthBytes}. */
    static int frameBytes(int lengthBytes) {
        return lengthBytes < 0 ? 0 : (int) Math.min(Integer.MAX_VALUE - 16L, lengthBytes + 8L);
    }

    /**
     * Reads a frame.
     *
     * @param lengthBytes of the body, or of the whole frame, as the entry says
     * @param path the index file, for errors
     */
    static DeletionVector parse(ByteBuffer frame, int lengthBytes, @Nullable Long cardinality, String path) {
        if (frame.remaining() < LENGTH_BYTES + LENGTH_BYTES + CRC_BYTES) {
            throw LakelogException.corrupt(path, "it is too short for a deletion vector", null);
        }
        int body = frame.getInt(0);
        boolean fits = body >= 4 && body <= frame.remaining() - LENGTH_BYTES - CRC_BYTES;
        if (!fits || (lengthBytes != body && lengthBytes != body + LENGTH_BYTES + CRC_BYTES)) {
            throw LakelogException.corrupt(
                    path, "a deletion vector has " + body + " bytes where its entry says " + lengthBytes, null);
        }
        CRC32 crc = new CRC32();
        crc.update(frame.slice(LENGTH_BYTES, body));
        if ((int) crc.getValue() != frame.getInt(LENGTH_BYTES + body)) {
            throw LakelogException.corrupt(path, "a deletion vector does not match its checksum", null);
        }
        DeletionVector vector;
        try {
            vector = decode(frame.slice(LENGTH_BYTES, body), path);
        } catch (IOException | IndexOutOfBoundsException | java.nio.BufferUnderflowException e) {
            throw LakelogException.corrupt(path, "a deletion vector cannot be read", e);
        }
        if (cardinality != null && vector.cardinality() != cardinality) {
            throw LakelogException.corrupt(
                    path,
                    "a deletion vector has " + vector.cardinality() + " rows where its entry says " + cardinality,
                    null);
        }
        return vector;
    }

    private static DeletionVector decode(ByteBuffer body, String path) throws IOException {
        TreeMap<Integer, RoaringBitmap> bitmaps = new TreeMap<>(Integer::compareUnsigned);
        int magic = body.getInt();
        if (magic == MAGIC_32) {
            bitmaps.put(0, bitmap(body));
        } else if (magic == MAGIC_64) {
            body.order(ByteOrder.LITTLE_ENDIAN);
            for (long left = body.getLong(); left > 0; left--) {
                int key = body.getInt();
                RoaringBitmap bitmap = bitmap(body);
                bitmaps.put(key, bitmap);
                body.position(body.position() + bitmap.serializedSizeInBytes());
            }
        } else {
            throw LakelogException.unsupported(String.format(
                    "a deletion vector of kind %08x in %s is not supported; %08x and %08x are",
                    magic, path, MAGIC_32, MAGIC_64));
        }
        return new DeletionVector(bitmaps);
    }

    private static RoaringBitmap bitmap(ByteBuffer at) throws IOException {
        RoaringBitmap bitmap = new RoaringBitmap();
        bitmap.deserialize(at.slice());
        return bitmap;
    }

    /** How many rows are gone. */
    public long cardinality() {
        return bitmaps.values().stream()
                .mapToLong(RoaringBitmap::getLongCardinality)
                .sum();
    }

    /** Whether the row at a position is gone. */
    public boolean contains(long position) {
        RoaringBitmap bitmap = bitmaps.get((int) (position >>> 32));
        return bitmap != null && bitmap.contains((int) position);
    }
}
