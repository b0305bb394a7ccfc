package io.lakelog.storage.merge;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;

/**
 * Takes the versions of one key, oldest first, and says what they come to. Holds on to the batches given until {@link
 * #reset()}. Not thread-safe.
 */
public interface RowMerger {
    /** Begins another key. */
    void reset();

    /**
     * Takes the next version.
     *
     * @param kind its {@linkplain io.lakelog.storage.row.RowKind#code() kind}
     * @throws io.lakelog.storage.error.LakelogException NUMERIC_OVERFLOW if a sum or product leaves its column's range;
     *     UNSUPPORTED for a retract that the engine cannot take
     */
    void add(Batch batch, int row, int kind);

    /** Whether anything taken so far counts; if not there is no row to append. */
    boolean hasResult();

    /** Whether the key is present. */
    boolean isPresent();

    /** Appends the values of the merged row to columns {@code offset} on: of an absent key those of its last retract. */
    void appendValues(BatchBuilder target);
}
