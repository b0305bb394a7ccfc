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
     *     the write can then only be closed, or rolled back to a mark
     */
    void write(Batch rows, RowKind kind);

    /**
     * Takes rows out of a table without a key: those with some row ids at the snapshot that this write depends on.
     *
     * @param rowIds as {@link Table#scanWithRowIds} gave them
     */
    default void remove(long[] rowIds) {
        throw new UnsupportedOperationException("rows of a table with a key are deleted by their key");
    }

    /**
     * Whether {@link #delete} can be told keys alone: nobody will ask for the other columns of what was deleted, since the
     * commit looks up what was there.
     */
    default boolean deletesByKey() {
        return false;
    }

    /**
     * Removes the rows of some keys, those that there are.
     *
     * @param keys values of the primary key's columns, in their order; none is NULL. Without
     *     the partition columns where the key spans partitions
     */
    default void delete(Batch keys) {
        throw new UnsupportedOperationException("rows are deleted whole");
    }

    /** The rows as {@link #view} would give them now. */
    default BatchSource scan(ScanRequest request) {
        return view().scan(request);
    }

    /**
     * The rows as they would be if this write were committed now: what a transaction sees of a table that it has written.
     * What is written later does not show.
     *
     * @throws io.lakelog.storage.error.LakelogException LIMIT if more was written than fits into memory
     */
    View view();

    /** A table as a transaction sees it. */
    interface View {
        /** As {@link Table#scan}; without a snapshot id, the written rows are put onto the newest, else onto that one. */
        BatchSource scan(ScanRequest request);

        /** As {@link Table#find}, on the same state. */
        BatchSource find(KeyRequest request);
    }

    /** This point, to which {@link #rollbackTo} can go back. */
    Mark mark();

    /** A point in the order in which rows were written. */
    interface Mark {}

    /**
     * Forgets everything written since a mark of this write; marks taken since mean nothing any more.
     *
     * @throws io.lakelog.storage.error.LakelogException IO if temporary files fail; the write can then only be closed
     */
    void rollbackTo(Mark mark);

    /**
     * From now on the commit fails with CONFLICT if another snapshot than this one (0 for none yet) is the newest, but for
     * compactions: rows written were computed from it. The last call counts.
     */
    default void dependOn(long snapshotId) {
        dependOn(snapshotId, newest -> false);
    }

    /** The same, but a newer snapshot at which the premise still holds is no conflict. */
    void dependOn(long snapshotId, Premise premise);

    /** What rows were computed from, by the one who computed them. */
    @FunctionalInterface
    interface Premise {
        /** Whether the rows would have been computed the same from a newer snapshot. */
        boolean holdsAt(long snapshotId);
    }

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
