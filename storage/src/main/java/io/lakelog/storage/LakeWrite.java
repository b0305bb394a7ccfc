package io.lakelog.storage;

import io.lakelog.storage.compact.RunSize;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.index.HashIndex;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketChooser;
import io.lakelog.storage.write.BucketCompactor;
import io.lakelog.storage.write.BucketRows;
import io.lakelog.storage.write.WriteBuffer;
import io.lakelog.storage.write.WrittenRows;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins the write buffer to the committer. A commit that loses its race throws its files away and is made again from the
 * state that won, so that every change continues what was really there before it.
 */
final class LakeWrite extends BufferedWrite {
    private static final Logger LOG = LoggerFactory.getLogger(LakeWrite.class);

    private final @Nullable Overwrite overwrite;
    private WriteBuffer buffer;
    private @Nullable HashIndex index;
    private Map<BucketId, BucketRows> rows = Map.of();
    /** The last attempt to commit, where keys span partitions. */
    private @Nullable SpanningCommit spanning;

    /** @param overwrite what is replaced; null for rows that are added */
    LakeWrite(LakeTable table, OptionalLong dependsOn, @Nullable Overwrite overwrite) {
        super(table, dependsOn);
        this.overwrite = overwrite;
        this.index = dynamic() ? newIndex(table.files().states.latest()) : null;
        this.buffer = newBuffer();
    }

    private boolean dynamic() {
        return table.options().buckets() == -1;
    }

    private HashIndex newIndex(TableState state) {
        return new HashIndex(
                table.files().indexes,
                state.snapshot().map(Snapshot::indexManifest).orElse(null),
                table.options().dynamicBucketRows(),
                table.options().dynamicBucketsMax());
    }

    private WriteBuffer newBuffer() {
        return newBuffer(
                index != null
                        ? BucketChooser.dynamic(table.shape(), index)
                        : BucketChooser.fixed(table.shape(), table.options().buckets()));
    }

    /** Another writer has put new keys into dynamic buckets since ours were chosen: they are chosen again. */
    private void chooseBucketsAgain(TableState base) {
        if (index == null
                || index.isAt(base.snapshot().map(Snapshot::indexManifest).orElse(null))) {
            return;
        }
        index = newIndex(base);
        WriteBuffer before = buffer;
        buffer = newBuffer();
        rows.values().forEach(taken -> buffer.addAgain(before, taken));
        before.close();
        rows = buffer.take();
    }

    @Override
    public void write(Batch rows, RowKind kind) {
        if (overwrite != null && table.shape().keySpansPartitions()) {
            throw LakelogException.unsupported(
                    "table " + table.name() + " has a PRIMARY KEY that spans its partitions; its"
                            + " rows cannot be replaced by an overwrite yet: TRUNCATE it, or DELETE, and then INSERT");
        }
        whole(() -> buffer.add(rows, kind));
    }

    @Override
    public boolean deletesByKey() {
        return table.mergeRules().lastCounts()
                && table.mergeRules().rowKindPosition() < 0
                && (table.options().changelogProducer() == ChangelogProducer.LOOKUP || everyCommitMergesAll());
    }

    /** Whether retracts are never stored, so that nobody meets what they say beside the key. */
    private boolean everyCommitMergesAll() {
        return table.options().changelogProducer() == ChangelogProducer.FULL_COMPACTION
                && !table.options().writeOnly()
                && table.options().fullCompactionCommits() == 1
                && overwrite == null
                && !table.shape().keySpansPartitions();
    }

    @Override
    public void delete(Batch keys) {
        whole(() -> buffer.addKeys(new KeyedRows(table).inTable(keys), RowKind.DELETE));
    }

    @Override
    public View view() {
        checkOpen();
        WrittenRows written = buffer.lastVersions();
        return new LakeView(table, written);
    }

    private record LakeView(LakeTable table, WrittenRows written) implements View {
        @Override
        public BatchSource scan(ScanRequest request) {
            return new LakeScan(table).scan(request, written);
        }

        @Override
        public BatchSource find(KeyRequest request) {
            return new LakeScan(table).find(request, written);
        }
    }

    private record BufferMark(WriteBuffer.Mark point) implements Mark {}

    @Override
    public Mark mark() {
        checkOpen();
        return new BufferMark(buffer.mark());
    }

    @Override
    public void rollbackTo(Mark mark) {
        whole(() -> buffer.rollbackTo(((BufferMark) mark).point()));
    }

    @Override
    boolean takeRows() {
        rows = buffer.take();
        // Rows that the merge engine leaves out were given all the same.
        return buffer.rows() > 0 || overwrite != null;
    }

    @Override
    public Optional<TableCommit.Prepared> prepare() {
        return table.onNewest(this::base, this::prepare);
    }

    private Optional<TableCommit.Prepared> prepare(TableState base) {
        if (overwrite != null) {
            return replace(base, overwrite);
        }
        if (table.shape().keySpansPartitions()) {
            spanning = new SpanningCommit(table, base);
            return spanning.prepare(rows, buffer, fullCompactionIsDue(base));
        }
        chooseBucketsAgain(base);
        return fullCompactionIsDue(base) ? withFullCompactionIfPossible(base) : append(base);
    }

    @Override
    public void afterCommit(TableState committed) {
        if (spanning != null) {
            spanning.committed(committed);
        }
        table.retention().afterCommit(committed.snapshotId());
        compactWhatIsDue(committed);
        new Announcement(table).watch();
    }

    private Optional<TableCommit.Prepared> replace(TableState base, Overwrite what) {
        Set<BinaryRow> written = rows.keySet().stream().map(BucketId::partition).collect(Collectors.toSet());
        Set<BucketId> buckets = new LinkedHashSet<>(rows.keySet());
        List<Batch> existing = new ArrayList<>();
        for (BucketId bucket : base.files().buckets()) {
            Batch values = bucket.partition().toBatch(table.shape().partitionTypes(), "partition");
            if (!base.files().files(bucket).isEmpty()) {
                existing.add(values);
            }
            if (what.writtenOnly() ? written.contains(bucket.partition()) : what.covers(values, table.schema())) {
                buckets.add(bucket);
            }
        }
        what.checkExist(existing, table.schema(), table.name());
        if (buckets.isEmpty()) {
            return Optional.empty();
        }
        // A changelog, even an empty one: nobody could tell later what changed.
        boolean tells = table.options().changelogProducer() != ChangelogProducer.NONE;
        return new TableCommit(table, base, Snapshot.CommitKind.OVERWRITE, tells, null)
                .prepare(
                        buckets,
                        (writer, bucket) -> writer.overwrite(
                                bucket, rows.get(bucket), buffer, base.files().files(bucket)));
    }

    private Optional<TableCommit.Prepared> append(TableState base) {
        return new TableCommit(table, base, Snapshot.CommitKind.APPEND, false, index)
                .prepare(
                        rows.keySet(),
                        (writer, bucket) -> writer.write(
                                bucket,
                                Objects.requireNonNull(rows.get(bucket)),
                                buffer,
                                base.files().files(bucket)));
    }

    /** Where overflows are left to readers, a key whose sum cannot be made stays unmerged. */
    private Optional<TableCommit.Prepared> withFullCompactionIfPossible(TableState base) {
        try {
            return withFullCompaction(base);
        } catch (LakelogException e) {
            if (e.code() != ErrorCode.NUMERIC_OVERFLOW
                    || table.options().merge().checkOverflow()) {
                throw e;
            }
            LOG.warn("table {} was not compacted: {}", table.name(), e.getMessage());
            return append(base);
        }
    }

    /** The rows and the full compaction that they bring about are one snapshot. */
    private Optional<TableCommit.Prepared> withFullCompaction(TableState base) {
        Set<BucketId> buckets = new LinkedHashSet<>(rows.keySet());
        base.files().buckets().forEach(buckets::add);
        return new TableCommit(table, base, Snapshot.CommitKind.APPEND, true, index)
                .prepare(
                        buckets,
                        (writer, bucket) -> writer.writeAndCompact(
                                bucket, rows.get(bucket), buffer, base.files().files(bucket)));
    }

    /** Whether, with this one, enough commits have come since all changes were last told. */
    private boolean fullCompactionIsDue(TableState base) {
        if (table.options().changelogProducer() != ChangelogProducer.FULL_COMPACTION
                || table.options().writeOnly()) {
            return false;
        }
        // With this one.
        int commits = 1 + table.files().untoldCommits(base).commits();
        return commits >= table.options().fullCompactionCommits()
                || new Announcement(table).isDue(base)
                || mustMergeIntoTop(base);
    }

    /** With no level between 0 and the top one, merging runs and telling changes are the same. */
    private boolean mustMergeIntoTop(TableState base) {
        return table.options().topLevel() < 2
                && writtenBuckets(base).stream()
                        .anyMatch(bucket ->
                                RunSize.ofFiles(base.files().files(bucket)).size()
                                        >= table.options().compaction().trigger());
    }

    /** Whether compactions follow commits of the table, rather than being part of them or somebody else's business. */
    private boolean isCompactedAfterwards() {
        return !table.options().resolvedLevels()
                && !table.options().writeOnly()
                && !table.options().compaction().insideCommit();
    }

    @Override
    public Set<BucketId> crowdedBuckets() {
        return isCompactedAfterwards() ? writtenBuckets(table.files().states.latest()) : Set.of();
    }

    /** The buckets that may get files. */
    private Set<BucketId> writtenBuckets(TableState base) {
        return table.shape().keySpansPartitions()
                ? SpanningCommit.ofNumbers(rows.keySet(), base.files())
                : rows.keySet();
    }

    /** The rows are committed by then: that a compaction fails or loses a race costs nothing but the work. */
    private void compactWhatIsDue(TableState committed) {
        BucketCompactor compactor = table.bucketWriter(
                        new PendingFiles(table.files().environment.files()))
                .compactor();
        if (isCompactedAfterwards()
                && (spanning == null ? rows.keySet() : spanning.touched())
                        .stream()
                                .anyMatch(bucket ->
                                        compactor.isDue(committed.files().files(bucket)))) {
            table.files().compaction.request(table);
        }
    }

    @Override
    void release() {
        buffer.close();
    }
}
