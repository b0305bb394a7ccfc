package io.lakelog.storage.layout;

import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Which bucket a row lives in: {@code abs(murmur3(bucket key) % buckets)}, bit for bit as Paimon computes it, so that
 * every engine looks in the same place. Not thread-safe: it reuses a buffer. Source: the Paimon table format, "Buckets"
 * (32-bit Murmur3, seed 42, over the key's BinaryRow without its arity).
 */
public final class Bucketing {
    private final BinaryRow.Writer writer;
    private final int buckets;

    /**
     * @param bucketKeyTypes types of the bucket key's columns
     * @param buckets how many buckets there are, at least 1
     */
    public Bucketing(List<DataType> bucketKeyTypes, int buckets) {
        this.writer = new BinaryRow.Writer(bucketKeyTypes);
        this.buckets = buckets;
    }

    /** The bucket of the row at {@code row}, from 0. */
    public int bucket(List<Column> bucketKey, int row) {
        return buckets == 1 ? 0 : Math.abs(hash(bucketKey, row) % buckets);
    }

    /** The hash of a bucket key. */
    public int hash(List<Column> bucketKey, int row) {
        writer.write(bucketKey, row);
        return murmur3(writer.bytes(), writer.length());
    }

    /** Murmur3 over the first {@code length} bytes, a multiple of four. */
    static int murmur3(byte[] bytes, int length) {
        ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int hash = 42;
        for (int at = 0; at < length; at += 4) {
            int k = words.getInt(at) * 0xcc9e2d51;
            k = Integer.rotateLeft(k, 15) * 0x1b873593;
            hash = Integer.rotateLeft(hash ^ k, 13) * 5 + 0xe6546b64;
        }
        hash ^= length;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }
}
