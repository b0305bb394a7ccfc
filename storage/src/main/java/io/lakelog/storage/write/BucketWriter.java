package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.compact.Compactor;
import io.lakelog.storage.compact.LevelPicker;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.MemoryRun;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.TableOptions;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns the versions written to a bucket, and the files it has, into new files: the tables' rule of where rows and changes
 * come from. Thread-safe; touches only files that it creates.
 */
public final class BucketWriter {
    private final DataFileWriter.Target prototype;
    private final TableLayout layout;
    private final PartitionPaths partitions;
    private final BucketReader reader;

    /** @param prototype the target of files, but for the bucket's directory */
    public BucketWriter(
            DataFileWriter.Target prototype, TableLayout layout, PartitionPaths partitions, BucketReader reader) {
        this.prototype = prototype;
        this.layout = layout;
        this.partitions = partitions;
        this.reader = reader;
    }

    /**
     * Writes the files of a commit in one bucket.
     *
     * @param drained what {@link WriteBuffer#drain()} gave for the bucket
     * @param files the bucket's live files
     */
    public BucketChanges write(BucketId bucket, Batch drained, List<DataFileMeta> files) {
        Levels levels = reader.levels(files);
        return options().resolvedLevels()
                ? writeResolved(bucket, drained, levels)
                : writeLevelZero(bucket, drained, levels);
    }

    /**
     * Merges the runs of a bucket when they are too many for a table whose new rows go to level 0.
     *
     * @return nothing to do if they are not
     */
    public BucketChanges compact(BucketId bucket, List<DataFileMeta> files) {
        Levels levels = reader.levels(files);
        if (options().resolvedLevels() || levels.allRuns().size() <= options().compactionTrigger()) {
            return new BucketChanges(bucket, options().buckets(), List.of(), List.of(), List.of());
        }
        long rows = levels.levelZero().stream().mapToLong(SortedRun::rowCount).sum();
        LevelPicker.Placement placement =
                LevelPicker.place(rows, levels.upperRuns(), options().topLevel());
        List<SortedRun> merged = new ArrayList<>(levels.levelZero());
        merged.addAll(levels.upperRuns().subList(0, placement.merged()));
        try (DataFileWriter writer = newWriter(bucket, false, placement.outputLevel(), DataFileMeta.FROM_COMPACTION)) {
            Compactor.Result result = new Compactor(
                            reader, bucket, writer, options().targetFileBytes())
                    .merge(null, merged, levels, placement.outputLevel(), nothingBelow(placement, levels));
            return changes(bucket, result, writer.finish(), List.of());
        }
    }

    /** Only the last version of each key is kept, as a file on level 0. */
    private BucketChanges writeLevelZero(BucketId bucket, Batch drained, Levels levels) {
        Batch versions = BucketBuffer.versions(drained, levels.maxSequenceNumber() + 1);
        LookupChangelog.SortedVersions sorted = LookupChangelog.SortedVersions.of(versions, shape());
        BatchBuilder rows = new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions()));
        try (DataFileWriter writer = newWriter(bucket, false, 0, DataFileMeta.FROM_INPUT)) {
            for (int group = 0; group < sorted.groups(); group++) {
                int last = sorted.last(group);
                rows.append(versions, last, last + 1);
                if (rows.size() >= Batch.TARGET_ROWS) {
                    writer.write(rows.build());
                }
            }
            writer.write(rows.build());
            return new BucketChanges(bucket, options().buckets(), List.of(), writer.finish(), List.of());
        }
    }

    /** Versions are resolved against the rows present before; rows and their complete changelog are written. */
    private BucketChanges writeResolved(BucketId bucket, Batch drained, Levels levels) {
        Batch own = BucketBuffer.versions(drained, levels.maxSequenceNumber() + 1);
        Batch versions = afterUnannounced(bucket, own, levels);
        LookupChangelog.SortedVersions sorted = LookupChangelog.SortedVersions.of(versions, shape());
        List<Column> keys = groupKeys(versions, sorted);
        KeyLookup.Found before =
                new KeyLookup(reader, shape()).find(bucket, keys, sorted.groups(), levels.upperRuns(), levels.bounds());
        List<Batch> rows = new ArrayList<>();
        try (DataFileWriter changelog = newWriter(bucket, true, options().topLevel(), DataFileMeta.FROM_INPUT)) {
            new LookupChangelog(shape(), options().rowDeduplicate(), changelog::write, rows::add)
                    .resolve(versions, sorted, before);
            BucketChanges stored = store(bucket, rows, levels);
            return new BucketChanges(
                    bucket, stored.totalBuckets(), stored.removed(), stored.added(), changelog.finish());
        }
    }

    /** Puts resolved rows on a level above 0, in place of the files of level 0 that they announce. */
    private BucketChanges store(BucketId bucket, List<Batch> rows, Levels levels) {
        List<DataFileMeta> announced =
                levels.levelZero().stream().flatMap(run -> run.files().stream()).toList();
        if (rows.isEmpty()) {
            return new BucketChanges(bucket, options().buckets(), announced, List.of(), List.of());
        }
        MemoryRun memory = new MemoryRun(rows, shape());
        LevelPicker.Placement placement = LevelPicker.place(
                memory.rowCount(), levels.upperRuns(), options().topLevel());
        int source = placement.merged() == 0 ? DataFileMeta.FROM_INPUT : DataFileMeta.FROM_COMPACTION;
        try (DataFileWriter writer = newWriter(bucket, false, placement.outputLevel(), source)) {
            Compactor.Result result = new Compactor(
                            reader, bucket, writer, options().targetFileBytes())
                    .merge(
                            memory,
                            levels.upperRuns().subList(0, placement.merged()),
                            levels,
                            placement.outputLevel(),
                            nothingBelow(placement, levels));
            return changes(bucket, result, writer.finish(), announced);
        }
    }

    private BucketChanges changes(
            BucketId bucket, Compactor.Result result, List<DataFileMeta> written, List<DataFileMeta> alsoRemoved) {
        List<DataFileMeta> removed = new ArrayList<>(alsoRemoved);
        removed.addAll(result.removed());
        List<DataFileMeta> added = new ArrayList<>(result.moved());
        added.addAll(written);
        return new BucketChanges(bucket, options().buckets(), removed, added, List.of());
    }

    /**
     * Rows on level 0 of such a table were left there by a writer that did not announce them: they come before ours, so
     * that their changes are told once, now.
     */
    private Batch afterUnannounced(BucketId bucket, Batch own, Levels levels) {
        if (levels.levelZero().isEmpty()) {
            return own;
        }
        BatchBuilder all = new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions()));
        for (int i = levels.levelZero().size() - 1; i >= 0; i--) {
            try (BatchSource source = reader.readRun(bucket, levels.levelZero().get(i), shape().allPositions(), null)) {
                Batch batch;
                while ((batch = source.next()) != null) {
                    all.append(batch, 0, batch.size());
                }
            }
        }
        all.append(own, 0, own.size());
        return all.build();
    }

    private List<Column> groupKeys(Batch versions, LookupChangelog.SortedVersions sorted) {
        Batch keys = versions.project(KeyValues.inBatch(shape().keyPositions()));
        BatchBuilder groups = new BatchBuilder(shape().keyTypes());
        for (int group = 0; group < sorted.groups(); group++) {
            int row = sorted.last(group);
            groups.append(keys, row, row + 1);
        }
        return groups.build().columns();
    }

    /** Whether no run lies below the output, so that retracts have nothing left to hide. */
    private static boolean nothingBelow(LevelPicker.Placement placement, Levels levels) {
        return placement.merged() == levels.upperRuns().size();
    }

    private DataFileWriter newWriter(BucketId bucket, boolean changelog, int level, int source) {
        DataFileWriter.Target target = new DataFileWriter.Target(
                prototype.environment(),
                prototype.pending(),
                layout.bucketDirectory(partitions.path(bucket.partition()), bucket.bucket()),
                prototype.shape(),
                prototype.options(),
                prototype.schemaId());
        return new DataFileWriter(target, new DataFileWriter.FilePurpose(changelog, level, source));
    }

    private TableShape shape() {
        return prototype.shape();
    }

    private TableOptions options() {
        return prototype.options();
    }
}
