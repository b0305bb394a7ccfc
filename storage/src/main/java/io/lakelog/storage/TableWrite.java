package io.lakelog.storage;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.RowKind;
import java.util.OptionalLong;

/**
 * Rows on their way into one table: write batches, then commit or close, once. Nothing is visible before
 * {@link #commit()} returns. Used by one thread at a time.
 */
public interface TableWrite extends AutoCloseable {
    /**
     * Takes rows, all of one kind. On a keyed table INSERT and UPDATE_AFTER upsert by key, DELETE and UPDATE_BEFORE
     * remove the key's row if there is one; what the row kinds of the changelog are is found out by the table.
     *
     * @param rows all columns of the table, in order
     * @throws io.lakelog.storage.error.LakelogException NULL_VALUE, naming the column, for a NULL where none is allowed;
     *     the write can then only be closed
     */
    void write(Batch rows, RowKind kind);

    /**
     * Publishes everything written as one snapshot.
     *
     * @return the snapshot's id, or empty if no row was written (there is no snapshot then)
     * @throws io.lakelog.storage.error.LakelogException CONFLICT if the write was told which snapshot it depends on and
     *     another one has been committed since; the table is then as the others left it
     */
    OptionalLong commit();

    /** Releases everything; an uncommitted write leaves no trace. May be repeated. */
    @Override
    void close();
}
