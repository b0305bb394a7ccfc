package io.lakelog.storage.index;

import io.lakelog.storage.manifest.BucketId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index file that is alive. Immutable.
 *
 * @param type {@link #HASH} or {@link #DELETION_VECTORS}; others are carried on and not looked into
 * @param fileName without directory
 * @param sizeBytes exact
 * @param rowCount hashes, or data files that have a vector
 * @param vectors where in the file the vectors lie; null for other types
 * @param externalPath full path of a file that lies elsewhere, or null
 */
public record IndexEntry(
        BucketId bucket,
        String type,
        String fileName,
        long sizeBytes,
        long rowCount,
        @Nullable List<VectorRange> vectors,
        @Nullable String externalPath) {
    /** The hashes of all keys of a dynamic bucket. */
    public static final String HASH = "HASH";

    /** For some data files of a bucket which of their rows are gone. */
    public static final String DELETION_VECTORS = "DELETION_VECTORS";

    /**
     * One vector.
     *
     * @param dataFile name of the data file it belongs to
     * @param offset of its length field
     * @param lengthBytes as the entry says
     * @param cardinality how many rows are gone, or null if not known
     */
    public record VectorRange(
            String dataFile,
            int offset,
            int lengthBytes,
            @Nullable Long cardinality) {}
}
