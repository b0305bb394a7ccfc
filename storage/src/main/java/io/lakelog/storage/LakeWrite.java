package io.lakelog.storage;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketRows;
import io.lakelog.storage.write.WriteBuffer;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the write buffer to the committer. A commit that loses its race throws its files away and is made again from the
 * state that won, so that every change continues what was really there before it.
 */
final class LakeWrite implements TableWrite {
    private static final Logger LOG = LoggerFactory.getLogger(LakeWrite.class);

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
            compact(rows.keySet(), committed);
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
            Optional<TableState> committed =
                    fullCompactionIsDue(base) ? withFullCompaction(base, rows) : append(base, rows);
            if (committed.isPresent()) {
                return committed.get();
            }
        }
    }

    private Optional<TableState> append(TableState base, Map<BucketId, BucketRows> rows) {
        return new TableCommit(table, base, Snapshot.CommitKind.APPEND, false)
                .attempt(
                        rows.keySet(),
                        (writer, bucket) -> writer.write(
                                bucket,
                                Objects.requireNonNull(rows.get(bucket)),
                                buffer,
                                base.files().files(bucket)));
    }

    /** The rows and the full compaction that they bring about are one snapshot. */
    private Optional<TableState> withFullCompaction(TableState base, Map<BucketId, BucketRows> rows) {
        Set<BucketId> buckets = new LinkedHashSet<>(rows.keySet());
        base.files().buckets().forEach(buckets::add);
        return new TableCommit(table, base, Snapshot.CommitKind.APPEND, true)
                .attempt(
                        buckets,
                        (writer, bucket) -> writer.writeAndCompact(
                                bucket, rows.get(bucket), buffer, base.files().files(bucket)));
    }

    /** Whether, with this one, enough commits have come since all changes were last told. */
    private boolean fullCompactionIsDue(TableState base) {
        if (table.options().changelogProducer() != ChangelogProducer.FULL_COMPACTION) {
            return false;
        }
        int commits = 1;
        Optional<Snapshot> snapshot = base.snapshot();
        while (commits < table.options().fullCompactionCommits()
                && snapshot.isPresent()
                && snapshot.get().changelog() == null) {
            commits += snapshot.get().commitKind() == Snapshot.CommitKind.COMPACT ? 0 : 1;
            snapshot = table.files().snapshots.find(snapshot.get().id() - 1);
        }
        return commits >= table.options().fullCompactionCommits();
    }

    /**
     * Tables whose rows go to level 0 are compacted when their runs are too many, as a snapshot of its own. The rows are
     * committed by then: that it fails or loses a race costs nothing but the work.
     */
    private void compact(Set<BucketId> buckets, TableState state) {
        if (table.options().resolvedLevels()) {
            return;
        }
        try {
            new TableCommit(table, state, Snapshot.CommitKind.COMPACT, false)
                    .attempt(
                            buckets,
                            (writer, bucket) -> writer.compactor()
                                    .compactIfNeeded(bucket, state.files().files(bucket)));
        } catch (LakelogException e) {
            LOG.warn("compaction of table {} failed: {}", table.name(), e.getMessage());
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
