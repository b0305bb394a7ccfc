package io.lakelog.storage;

import io.lakelog.storage.append.AppendFiles;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.BucketChooser;
import io.lakelog.storage.write.BucketRows;
import io.lakelog.storage.write.WriteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rows on their way into a table without a key, and rows on their way out of it. Files are written once, whatever other
 * writers do: only a file that has to be rewritten, and is not there any more, is in the way.
 */
final class AppendWrite extends BufferedWrite {
    private static final Logger LOG = LoggerFactory.getLogger(AppendWrite.class);

    private final PendingFiles lasting;
    private final AppendFiles files;
    private final WriteBuffer buffer;
    /** Row ids that are to go, in the numbering of the snapshot that the write depends on. */
    private final List<long[]> removed = new ArrayList<>();

    private final Map<RowIds.Located, List<DataFileMeta>> rewritten = new LinkedHashMap<>();
    private Map<BucketId, List<DataFileMeta>> added = Map.of();

    AppendWrite(LakeTable table, OptionalLong dependsOn) {
        super(table, dependsOn);
        this.lasting = new PendingFiles(table.files().environment.files());
        this.files = table.append().appendFiles(lasting);
        this.buffer = newBuffer(
                BucketChooser.fixed(table.shape(), Math.max(1, table.options().buckets())));
    }

    @Override
    public void write(Batch rows, RowKind kind) {
        checkOpen();
        if (RowKind.isRetract(kind.code())) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT,
                    "rows of table " + table.name() + " have no key by which they could be deleted");
        }
        whole(() -> buffer.add(rows, RowKind.INSERT));
    }

    @Override
    public void remove(long[] rowIds) {
        checkOpen();
        removed.add(rowIds);
    }

    @Override
    public View view() {
        checkOpen();
        if (!removed.isEmpty()) {
            throw LakelogException.unsupported("reading table " + table.name()
                    + " in the transaction that has updated or deleted rows of it is not supported yet: the table has no"
                    + " PRIMARY KEY");
        }
        Map<BucketId, List<Batch>> written = buffer.rowsInOrder();
        return new AppendView(table, written);
    }

    private record AppendView(LakeTable table, Map<BucketId, List<Batch>> written) implements View {
        @Override
        public BatchSource scan(ScanRequest request) {
            return table.append().scan(request, written);
        }

        @Override
        public BatchSource find(KeyRequest request) {
            throw new UnsupportedOperationException("rows of a table without a key have none");
        }
    }

    private record AppendMark(WriteBuffer.Mark point, int removed) implements Mark {}

    @Override
    public Mark mark() {
        checkOpen();
        return new AppendMark(buffer.mark(), removed.size());
    }

    @Override
    public void rollbackTo(Mark mark) {
        AppendMark to = (AppendMark) mark;
        whole(() -> {
            buffer.rollbackTo(to.point());
            removed.subList(to.removed(), removed.size()).clear();
        });
    }

    @Override
    boolean takeRows() {
        added = write(buffer.take());
        if (!removed.isEmpty()) {
            rewrite(dependsOn().orElseThrow(() -> new IllegalStateException("row ids are those of a snapshot")));
        }
        lasting.syncDirectories();
        return !added.isEmpty() || !rewritten.isEmpty();
    }

    private Map<BucketId, List<DataFileMeta>> write(Map<BucketId, BucketRows> rows) {
        Map<BucketId, List<DataFileMeta>> written = new ConcurrentHashMap<>();
        rows.entrySet().parallelStream().forEach(bucket -> {
            try (BatchSource source = buffer.read(bucket.getValue())) {
                written.put(bucket.getKey(), files.write(bucket.getKey(), source));
            }
        });
        Map<BucketId, List<DataFileMeta>> inOrder = new LinkedHashMap<>();
        rows.keySet().forEach(bucket -> inOrder.put(bucket, written.getOrDefault(bucket, List.of())));
        return inOrder;
    }

    private void rewrite(long base) {
        try {
            rewriteAt(base);
        } catch (LakelogException e) {
            // What was found in a state that is gone has to be found again.
            throw ExpiringRows.isGone(table, base) ? table.conflict() : e;
        }
    }

    private void rewriteAt(long base) {
        RowIds ids = table.append().rowIds(base);
        long[] all = removed.stream()
                .flatMapToLong(Arrays::stream)
                .sorted()
                .distinct()
                .toArray();
        int from = 0;
        while (from < all.length) {
            int to = from;
            while (to < all.length && RowIds.file(all[to]) == RowIds.file(all[from])) {
                to++;
            }
            RowIds.Located file = ids.file(RowIds.file(all[from]));
            long[] positions =
                    Arrays.stream(all, from, to).map(RowIds::position).toArray();
            rewritten.put(file, files.without(file.bucket(), file.file(), positions));
            from = to;
        }
    }

    @Override
    public Optional<TableCommit.Prepared> prepare() {
        return table.onNewest(this::base, this::prepare);
    }

    private Optional<TableCommit.Prepared> prepare(TableState base) {
        // Rows that are taken out are, for other engines too, no more than an overwrite of their files.
        Snapshot.CommitKind kind = rewritten.isEmpty() ? Snapshot.CommitKind.APPEND : Snapshot.CommitKind.OVERWRITE;
        PendingFiles pending = new PendingFiles(table.files().environment.files());
        boolean prepared = false;
        try {
            TableCommit.Prepared snapshot =
                    new TableCommit(table, base, kind, false).prepare(changes(base.files()), pending, lasting);
            prepared = true;
            return Optional.of(snapshot);
        } finally {
            if (!prepared) {
                pending.discard();
            }
        }
    }

    private List<BucketChanges> changes(LiveFiles live) {
        Set<BucketId> buckets = new LinkedHashSet<>(added.keySet());
        rewritten.keySet().forEach(file -> buckets.add(file.bucket()));
        List<BucketChanges> changes = new ArrayList<>();
        for (BucketId bucket : buckets) {
            List<DataFileMeta> present = live.files(bucket);
            List<DataFileMeta> gone = new ArrayList<>();
            List<DataFileMeta> come = new ArrayList<>();
            rewritten.forEach((file, left) -> {
                if (file.bucket().equals(bucket)) {
                    if (!present.contains(file.file())) {
                        throw table.conflict();
                    }
                    gone.add(file.file());
                    come.addAll(left);
                }
            });
            come.addAll(added.getOrDefault(bucket, List.of()));
            changes.add(new BucketChanges(bucket, files.totalBuckets(), gone, numbered(come, present), List.of()));
        }
        return changes;
    }

    /** Rows are numbered on from those that are there: their order is told by nothing else. */
    private static List<DataFileMeta> numbered(List<DataFileMeta> come, List<DataFileMeta> present) {
        long next = present.stream()
                        .mapToLong(DataFileMeta::maxSequenceNumber)
                        .max()
                        .orElse(-1)
                + 1;
        List<DataFileMeta> numbered = new ArrayList<>();
        for (DataFileMeta file : come) {
            numbered.add(file.numbered(next, next + file.rowCount() - 1));
            next += file.rowCount();
        }
        return numbered;
    }

    /** The rows are committed by then: that merging files fails or loses a race costs nothing but the work. */
    @Override
    public void afterCommit(TableState committed) {
        if (!table.options().writeOnly()) {
            try {
                table.append().compact(committed, added.keySet(), false);
            } catch (LakelogException e) {
                LOG.warn("compaction of table {} failed: {}", table.name(), e.getMessage());
            }
        }
        table.retention().afterCommit(committed.snapshotId());
    }

    @Override
    public Set<BucketId> crowdedBuckets() {
        return Set.of();
    }

    @Override
    void release() {
        buffer.close();
        lasting.discard();
    }
}
