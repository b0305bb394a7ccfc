package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.snapshot.SnapshotStore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a snapshot that may expire while they are read: what is missing of it is told as that then, not as damage. Not
 * thread-safe.
 */
final class SnapshotRows implements BatchSource {
    private final SnapshotStore snapshots;
    private final TableName table;
    private final long snapshotId;
    private final BatchSource rows;

    private SnapshotRows(SnapshotStore snapshots, TableName table, long snapshotId, Supplier<BatchSource> open) {
        this.snapshots = snapshots;
        this.table = table;
        this.snapshotId = snapshotId;
        this.rows = told(open);
    }

    /** @param snapshotId 0 for the state before the first, which never expires */
    static BatchSource of(LakeTable table, long snapshotId, Supplier<BatchSource> open) {
        return snapshotId == 0 ? open.get() : new SnapshotRows(table.files().snapshots, table.name(), snapshotId, open);
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
        if (failure.code() != ErrorCode.CORRUPT || isThere()) {
            return failure;
        }
        return new LakelogException(
                ErrorCode.INVALID_RANGE,
                "snapshot " + snapshotId + " of table " + table + " has expired while it was read"
                        + " ('snapshot.time-retained' says how long states are kept; a tag keeps one for good): "
                        + failure.getMessage(),
                failure);
    }

    private boolean isThere() {
        return snapshots
                .find(snapshotId)
                .or(() -> snapshots.tags().snapshot(snapshotId))
                .isPresent();
    }

    @Override
    public void close() {
        rows.close();
    }
}
