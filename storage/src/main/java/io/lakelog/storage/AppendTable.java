package io.lakelog.storage;

import io.lakelog.storage.append.AppendFiles;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.scan.AppendScan;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** What a table without a key does its own way: files are scanned one by one, rows have numbers, small files are merged. */
record AppendTable(LakeTable table, TableFiles files, TableShape shape) {
    /** The rows of a state of a table without a key, then some that are not committed. */
    BatchSource scan(ScanRequest request, Map<BucketId, List<Batch>> written) {
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        // Looked up at once, so that what was asked for is what was there then.
        TableState state = state(request.snapshotId());
        parts.add(() -> ExpiringRows.ofState(table, state.snapshotId(), () -> scan(request, state.files())));
        written.values()
                .forEach(batches -> batches.forEach(
                        batch -> parts.add(() -> BatchSource.of(List.of(batch.project(request.columns()))))));
        return new Concatenation(parts);
    }

    /** How much of a state there is to read. */
    ScanExtent extent(ScanRequest request) {
        LiveFiles live = state(request.snapshotId()).files();
        Map<BucketId, Integer> read = new HashMap<>();
        new AppendScan(table.fileReader(), shape, files.schemas)
                .plan(live, request.filter())
                .forEach(part -> read.merge(part.bucket(), 1, Integer::sum));
        return ScanExtent.of(OptionalInt.empty(), live, read);
    }

    private TableState state(OptionalLong snapshotId) {
        if (snapshotId.isEmpty()) {
            return files.states.latest();
        }
        return snapshotId.getAsLong() == 0
                ? TableState.EMPTY
                : files.states.at(files.snapshots.read(snapshotId.getAsLong()));
    }

    private BatchSource scan(ScanRequest request, LiveFiles live) {
        AppendScan scan = new AppendScan(table.fileReader(), shape, files.schemas);
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        scan.plan(live, request.filter())
                .forEach(file -> parts.add(() -> scan.read(file, request.columns(), request.filter())));
        return new Concatenation(parts);
    }

    /** As {@link Table#scanWithRowIds}. */
    BatchSource scanWithRowIds(ScanRequest request) {
        long snapshotId = request.snapshotId().orElseThrow();
        LiveFiles live = files.states.at(files.snapshots.read(snapshotId)).files();
        return ExpiringRows.ofState(table, snapshotId, () -> scanWithRowIds(request, live));
    }

    private BatchSource scanWithRowIds(ScanRequest request, LiveFiles live) {
        RowIds ids = new RowIds(live);
        AppendScan scan = new AppendScan(table.fileReader(), shape, files.schemas);
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (AppendScan.Part part : scan.plan(live, request.filter())) {
            parts.add(() -> scan.readWithRowIds(part, request.columns(), RowIds.of(ids.numberOf(part.file()), 0)));
        }
        return new Concatenation(parts);
    }

    RowIds rowIds(long snapshotId) {
        return new RowIds(files.states.at(files.snapshots.read(snapshotId)).files());
    }

    AppendFiles appendFiles(PendingFiles pending) {
        return new AppendFiles(table.target(pending), files.layout, table.partitions(), table.fileReader());
    }

    /**
     * Merges small files of some buckets of a table without a key, as a snapshot of its own.
     *
     * @param all whether all of them, rather than what is worth it
     * @return the snapshot's id, or empty if there was nothing to do or another writer was first
     */
    OptionalLong compact(TableState base, Collection<BucketId> buckets, boolean all) {
        PendingFiles pending = new PendingFiles(files.environment.files());
        AppendFiles appendFiles = appendFiles(pending);
        boolean prepared = false;
        try {
            List<BucketChanges> changes = buckets.parallelStream()
                    .map(bucket -> all
                            ? appendFiles.mergeAllSmall(bucket, base.files().files(bucket))
                            : appendFiles.mergeSmall(
                                    bucket,
                                    base.files().files(bucket),
                                    table.options().smallFilesToMerge()))
                    .filter(change -> !change.isEmpty())
                    .toList();
            if (changes.isEmpty()) {
                return OptionalLong.empty();
            }
            TableCommit.Prepared snapshot = new TableCommit(table, base, Snapshot.CommitKind.COMPACT, false)
                    .prepare(changes, pending, new PendingFiles(files.environment.files()));
            prepared = true;
            Optional<TableState> state = snapshot.publish();
            return state.isPresent() ? OptionalLong.of(state.get().snapshotId()) : OptionalLong.empty();
        } finally {
            if (!prepared) {
                pending.discard();
            }
        }
    }
}
