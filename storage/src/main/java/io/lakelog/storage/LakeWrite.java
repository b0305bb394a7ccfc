package io.lakelog.storage;

import io.lakelog.storage.commit.Committer;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketRows;
import io.lakelog.storage.write.BucketWriter;
import io.lakelog.storage.write.WriteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiFunction;

/**
 * Joins the write buffer to the committer. A commit that loses its race throws its files away and is made again from the
 * state that won, so that every change continues what was really there before it.
 */
final class LakeWrite implements TableWrite {
    /** One write buffer takes at most this part of the memory: what a commit does with its rows takes as much again. */
    private static final int MEMORY_SHARE = 8;

    private final LakeTable table;
    private OptionalLong dependsOn;
    private final WriteBuffer buffer;
    private boolean closed;

    LakeWrite(LakeTable table, OptionalLong dependsOn) {
        this.table = table;
        this.dependsOn = dependsOn;
        Environment environment = table.files().environment;
        this.buffer = new WriteBuffer(
                environment,
                table.shape(),
                table.options().buckets(),
                Math.min(table.options().writeBufferBytes(), environment.memoryBytes() / MEMORY_SHARE),
                table.name().toString());
    }

    @Override
    public void write(Batch rows, RowKind kind) {
        checkOpen();
        try {
            buffer.add(rows, kind);
        } catch (LakelogException e) {
            close();
            throw e;
        }
    }

    @Override
    public BatchSource scan(ScanRequest request) {
        checkOpen();
        return table.scan(request, buffer);
    }

    @Override
    public void dependOn(long snapshotId) {
        if (dependsOn.isEmpty()) {
            dependsOn = OptionalLong.of(snapshotId);
        }
    }

    @Override
    public OptionalLong commit() {
        checkOpen();
        closed = true;
        if (buffer.rows() == 0) {
            return OptionalLong.empty();
        }
        Map<BucketId, BucketRows> rows = buffer.take();
        table.files().commitLock.lock();
        try {
            TableState committed = commitRows(rows);
            compact(rows, committed);
            return OptionalLong.of(committed.snapshotId());
        } finally {
            table.files().commitLock.unlock();
            buffer.close();
        }
    }

    private TableState commitRows(Map<BucketId, BucketRows> rows) {
        while (true) {
            checkSchema();
            TableState base = table.files().states.latest();
            if (dependsOn.isPresent() && dependsOn.getAsLong() != base.snapshotId()) {
                throw conflict();
            }
            Optional<TableState> committed = attempt(
                    base,
                    Snapshot.CommitKind.APPEND,
                    rows,
                    (writer, bucket) -> writer.write(
                            bucket.getKey(),
                            bucket.getValue(),
                            buffer,
                            base.files().files(bucket.getKey())));
            if (committed.isPresent()) {
                return committed.get();
            }
        }
    }

    /**
     * Tables whose rows go to level 0 are compacted when their runs are too many, as a snapshot of its own: losing that
     * race costs nothing but the work.
     */
    private void compact(Map<BucketId, BucketRows> rows, TableState state) {
        if (!table.options().resolvedLevels()) {
            attempt(
                    state,
                    Snapshot.CommitKind.COMPACT,
                    rows,
                    (writer, bucket) ->
                            writer.compact(bucket.getKey(), state.files().files(bucket.getKey())));
        }
    }

    /** Writes the files of some buckets and tries to publish them; without success no file is left. */
    private Optional<TableState> attempt(
            TableState base,
            Snapshot.CommitKind kind,
            Map<BucketId, BucketRows> rows,
            BiFunction<BucketWriter, Map.Entry<BucketId, BucketRows>, BucketChanges> work) {
        PendingFiles pending = new PendingFiles(table.files().environment.files());
        boolean published = false;
        try {
            BucketWriter writer = table.bucketWriter(pending);
            // Buckets share nothing but the files they leave behind.
            List<BucketChanges> changes = rows.entrySet().parallelStream()
                    .map(bucket -> work.apply(writer, bucket))
                    .filter(change -> !change.isEmpty())
                    .toList();
            if (kind == Snapshot.CommitKind.COMPACT && changes.isEmpty()) {
                return Optional.empty();
            }
            Committer committer = new Committer(
                    table.files().environment,
                    table.files().manifests,
                    table.files().snapshots,
                    table.commitUser(),
                    table.options().manifestMergeCount());
            Optional<TableState> committed =
                    committer.tryCommit(base, changes, kind, table.schema().id(), pending);
            published = committed.isPresent();
            committed.ifPresent(table.files().states::remember);
            return committed;
        } catch (LakelogException e) {
            // Files of a commit whose outcome is unknown may be alive.
            published = e.code() == ErrorCode.COMMIT_UNKNOWN;
            throw e;
        } finally {
            if (!published) {
                pending.discard();
            }
        }
    }

    private void checkSchema() {
        Optional<TableSchema> newest = table.files().schemas.latest();
        if (newest.isEmpty()) {
            throw new LakelogException(
                    ErrorCode.TABLE_NOT_FOUND, "table " + table.name() + " was dropped while it was being written");
        }
        if (!newest.get().equals(table.schema())) {
            throw new LakelogException(
                    ErrorCode.CONFLICT,
                    "table " + table.name() + " was changed or recreated while it was being written; try again");
        }
    }

    private LakelogException conflict() {
        return new LakelogException(
                ErrorCode.CONFLICT,
                "another writer changed table " + table.name() + " while the statement was running; try again");
    }

    private void checkOpen() {
        if (closed) {
            throw new LakelogException(ErrorCode.CLOSED, "the write to table " + table.name() + " is closed");
        }
    }

    @Override
    public void close() {
        closed = true;
        buffer.close();
    }
}
