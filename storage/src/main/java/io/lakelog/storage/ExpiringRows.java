package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows or changes of snapshots that may expire while they are read: what is missing of them is told as that then, not as
 * damage. Not thread-safe.
 */
final class ExpiringRows implements BatchSource {
    private final LakeTable table;
    private final Needed needed;
    private final BatchSource rows;

    /** What must be kept for the rows to be there. */
    @FunctionalInterface
    interface Needed {
        /** One that is needed and not kept any more. */
        OptionalLong gone();
    }

    private ExpiringRows(LakeTable table, Needed needed, Supplier<BatchSource> open) {
        this.table = table;
        this.needed = needed;
        this.rows = told(open);
    }

    /** @param snapshotId whose state is read; 0 for the one before the first, which never expires */
    static BatchSource ofState(LakeTable table, long snapshotId, Supplier<BatchSource> open) {
        return snapshotId == 0
                ? open.get()
                : of(table, () -> isGone(table, snapshotId) ? OptionalLong.of(snapshotId) : OptionalLong.empty(), open);
    }

    static BatchSource of(LakeTable table, Needed needed, Supplier<BatchSource> open) {
        return new ExpiringRows(table, needed, open);
    }

    /** Whether a state is not kept any more; the one before the first snapshot, number 0, always is. */
    static boolean isGone(LakeTable table, long snapshotId) {
        return snapshotId != 0 && !table.files().snapshots.isThere(snapshotId);
    }

    @Override
    public @Nullable Batch next() {
        try {
            return rows.next();
        } catch (LakelogException e) {
            throw named(e);
        }
    }

    private BatchSource told(Supplier<BatchSource> open) {
        try {
            return open.get();
        } catch (LakelogException e) {
            throw named(e);
        }
    }

    private LakelogException named(LakelogException failure) {
        if (failure.code() != ErrorCode.CORRUPT) {
            return failure;
        }
        if (table.files().schemas.latest().isEmpty()) {
            return new LakelogException(
                    ErrorCode.TABLE_NOT_FOUND, "table " + table.name() + " was dropped while it was read", failure);
        }
        OptionalLong gone = needed.gone();
        return gone.isEmpty()
                ? failure
                : new LakelogException(
                        ErrorCode.INVALID_RANGE,
                        "snapshot " + gone.getAsLong() + " of table " + table.name() + " has expired while it was read"
                                + " ('snapshot.time-retained' says how long states are kept, 'changelog.time-retained'"
                                + " changes; a tag keeps a state for good): " + failure.getMessage(),
                        failure);
    }

    @Override
    public void close() {
        rows.close();
    }
}
