package io.lakelog.storage;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
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
     * The rows as they would be if this write were committed onto a snapshot: what a transaction sees of a table that it
     * has written. Rows written later do not show in a source opened before.
     *
     * @param request as for {@link Table#scan}; without a snapshot id, the newest
     * @throws io.lakelog.storage.error.LakelogException LIMIT if more was written than fits into memory
     */
    BatchSource scan(ScanRequest request);

    /**
     * From now on the commit fails with CONFLICT if another snapshot than this one (0 for none yet) is the newest: rows
     * written were computed from it. The first call counts.
     */
    void dependOn(long snapshotId);

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
