package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.compact.Compactor;
import io.lakelog.storage.compact.LevelPicker;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
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
     * @param rows what {@link WriteBuffer#take()} gave for the bucket
     * @param buffer the buffer that gave it, still open
     * @param files the bucket's live files
     */
    public BucketChanges write(BucketId bucket, BucketRows rows, WriteBuffer buffer, List<DataFileMeta> files) {
        Levels levels = reader.levels(files);
        Batch unannounced = options().resolvedLevels()
                ? readLevelZero(bucket, levels)
                : new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions())).build();
        try (VersionChunks versions = versions(unannounced, rows, buffer, levels.maxSequenceNumber() + 1)) {
            return options().resolvedLevels()
                    ? writeResolved(bucket, versions, levels)
                    : writeLevelZero(bucket, versions);
        }
    }

    private VersionChunks versions(Batch earlier, BucketRows rows, WriteBuffer buffer, long firstSequence) {
        if (!rows.spilled().isEmpty()) {
            return VersionChunks.of(buffer.spill().merge(earlier, rows, firstSequence), shape());
        }
        Batch memory = VersionChunks.renumber(rows.memory(), firstSequence);
        if (earlier.size() == 0) {
            return VersionChunks.of(memory, shape());
        }
        BatchBuilder all = new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions()));
        all.append(earlier, 0, earlier.size());
        all.append(memory, 0, memory.size());
        return VersionChunks.of(all.build(), shape());
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
    private BucketChanges writeLevelZero(BucketId bucket, VersionChunks versions) {
        BatchBuilder rows = new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions()));
        try (DataFileWriter writer = newWriter(bucket, false, 0, DataFileMeta.FROM_INPUT)) {
            SortedVersions piece;
            while ((piece = versions.next()) != null) {
                for (int group = 0; group < piece.groups(); group++) {
                    int last = piece.last(group);
                    rows.append(piece.versions(), last, last + 1);
                    if (rows.size() >= Batch.TARGET_ROWS) {
                        writer.write(rows.build());
                    }
                }
            }
            writer.write(rows.build());
            return new BucketChanges(bucket, options().buckets(), List.of(), writer.finish(), List.of());
        }
    }

    /** Versions are resolved against the rows present before; rows and their complete changelog are written. */
    private BucketChanges writeResolved(BucketId bucket, VersionChunks versions, Levels levels) {
        KeyLookup lookup = new KeyLookup(reader, shape());
        int topLevel = options().topLevel();
        try (DataFileWriter changes = newWriter(bucket, true, topLevel, DataFileMeta.FROM_INPUT);
                NewRun rows = new NewRun(shape(), () -> newWriter(bucket, false, topLevel, DataFileMeta.FROM_INPUT))) {
            LookupChangelog changelog =
                    new LookupChangelog(shape(), options().rowDeduplicate(), changes::write, rows::add);
            SortedVersions piece;
            while ((piece = versions.next()) != null) {
                changelog.resolve(
                        piece,
                        lookup.find(
                                bucket, piece.groupKeys(shape()), piece.groups(), levels.upperRuns(), levels.bounds()));
            }
            changelog.finish();
            BucketChanges stored = store(bucket, rows, levels);
            return new BucketChanges(bucket, stored.totalBuckets(), stored.removed(), stored.added(), changes.finish());
        }
    }

    /** Puts resolved rows on a level above 0, in place of the files of level 0 that they announce. */
    private BucketChanges store(BucketId bucket, NewRun rows, Levels levels) {
        List<DataFileMeta> announced =
                levels.levelZero().stream().flatMap(run -> run.files().stream()).toList();
        if (rows.count() == 0) {
            return new BucketChanges(bucket, options().buckets(), announced, List.of(), List.of());
        }
        LevelPicker.Placement placement =
                LevelPicker.place(rows.count(), levels.upperRuns(), options().topLevel());
        List<DataFileMeta> written = rows.files();
        if (placement.merged() == 0 && !written.isEmpty()) {
            return new BucketChanges(
                    bucket,
                    options().buckets(),
                    announced,
                    written.stream()
                            .map(file -> file.onLevel(placement.outputLevel()))
                            .toList(),
                    List.of());
        }
        int source = placement.merged() == 0 ? DataFileMeta.FROM_INPUT : DataFileMeta.FROM_COMPACTION;
        List<SortedRun> merged = new ArrayList<>();
        if (!written.isEmpty()) {
            merged.add(new SortedRun(0, written));
        }
        merged.addAll(levels.upperRuns().subList(0, placement.merged()));
        try (DataFileWriter writer = newWriter(bucket, false, placement.outputLevel(), source)) {
            Compactor.Result result = new Compactor(
                            reader, bucket, writer, options().targetFileBytes())
                    .merge(
                            written.isEmpty() ? rows.memory() : null,
                            merged,
                            levels,
                            placement.outputLevel(),
                            nothingBelow(placement, levels));
            return withoutIntermediate(changes(bucket, result, writer.finish(), announced), written);
        }
    }

    /** Files that this commit wrote and merged at once were never alive. */
    private BucketChanges withoutIntermediate(BucketChanges changes, List<DataFileMeta> written) {
        List<String> names = written.stream().map(DataFileMeta::name).toList();
        List<String> alive = changes.added().stream().map(DataFileMeta::name).toList();
        for (DataFileMeta file : written) {
            if (!alive.contains(file.name())) {
                prototype.pending().discard(directory(changes.bucket()) + "/" + file.name());
            }
        }
        return new BucketChanges(
                changes.bucket(),
                changes.totalBuckets(),
                changes.removed().stream()
                        .filter(file -> !names.contains(file.name()))
                        .toList(),
                changes.added(),
                changes.changelog());
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
    private Batch readLevelZero(BucketId bucket, Levels levels) {
        BatchBuilder all = new BatchBuilder(KeyValues.types(shape().rowType(), shape().allPositions()));
        for (int i = levels.levelZero().size() - 1; i >= 0; i--) {
            try (BatchSource source = reader.readRun(bucket, levels.levelZero().get(i), shape().allPositions(), null)) {
                Batch batch;
                while ((batch = source.next()) != null) {
                    all.append(batch, 0, batch.size());
                }
            }
        }
        return all.build();
    }

    /** Whether no run lies below the output, so that retracts have nothing left to hide. */
    private static boolean nothingBelow(LevelPicker.Placement placement, Levels levels) {
        return placement.merged() == levels.upperRuns().size();
    }

    private DataFileWriter newWriter(BucketId bucket, boolean changelog, int level, int source) {
        DataFileWriter.Target target = new DataFileWriter.Target(
                prototype.environment(),
                prototype.pending(),
                directory(bucket),
                prototype.shape(),
                prototype.options(),
                prototype.schemaId());
        return new DataFileWriter(target, new DataFileWriter.FilePurpose(changelog, level, source));
    }

    private String directory(BucketId bucket) {
        return layout.bucketDirectory(partitions.path(bucket.partition()), bucket.bucket());
    }

    private TableShape shape() {
        return prototype.shape();
    }

    private TableOptions options() {
        return prototype.options();
    }
}
