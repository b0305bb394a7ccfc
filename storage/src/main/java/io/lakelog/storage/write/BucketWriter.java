package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.compact.LevelPicker;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.ChangelogProducer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Turns the versions written to a bucket, and the files it has, into new files: the rule of where rows and changes come
 * from. Thread-safe; touches only files that it creates.
 */
public final class BucketWriter {
    private final BucketFiles files;
    private final BucketCompactor compactor;

    public BucketWriter(BucketFiles files) {
        this.files = files;
        this.compactor = new BucketCompactor(files);
    }

    /**
     * Writes the files of a commit in one bucket.
     *
     * @param rows what {@link WriteBuffer#take()} gave for the bucket
     * @param buffer the buffer that gave it, still open
     * @param live the bucket's live files
     */
    public BucketChanges write(BucketId bucket, BucketRows rows, WriteBuffer buffer, List<DataFileMeta> live) {
        Levels levels = files.reader().levels(live);
        boolean resolved = files.options().resolvedLevels() && !files.options().writeOnly();
        Batch unannounced =
                resolved ? readLevelZero(bucket, levels) : files.newBatch().build();
        try (VersionChunks versions = versions(unannounced, rows, buffer, levels.maxSequenceNumber() + 1)) {
            return resolved ? writeResolved(bucket, versions, levels) : writeLevelZero(bucket, versions, levels);
        }
    }

    /**
     * Writes rows and merges them with all that the bucket has, in one go: a full compaction that is part of a commit.
     *
     * @param rows as for {@link #write}, or null for none
     */
    public BucketChanges writeAndCompact(
            BucketId bucket, @Nullable BucketRows rows, WriteBuffer buffer, List<DataFileMeta> live) {
        Levels levels = files.reader().levels(live);
        try (NewRun newest = newRun(bucket, 0)) {
            if (rows != null) {
                try (VersionChunks versions =
                        versions(files.newBatch().build(), rows, buffer, levels.maxSequenceNumber() + 1)) {
                    collapse(bucket, versions, levels, newest::add, null);
                }
            }
            return compactor.compactFully(bucket, newest, levels);
        }
    }

    /**
     * Writes rows in place of all that the bucket has.
     *
     * @param rows as for {@link #write}, or null for none
     */
    public BucketChanges overwrite(
            BucketId bucket, @Nullable BucketRows rows, WriteBuffer buffer, List<DataFileMeta> live) {
        return new BucketOverwriter(files, this).overwrite(bucket, rows, buffer, live);
    }

    /**
     * Compacts as far as it is time to. Of a table whose new rows do not go to level 0 only the rows that another writer left
     * there are due: they are announced.
     */
    public BucketChanges compactIfNeeded(BucketId bucket, List<DataFileMeta> live) {
        if (!files.options().resolvedLevels()) {
            return compactor.compactIfNeeded(bucket, live);
        }
        Levels levels = files.reader().levels(live);
        if (levels.levelZero().isEmpty()) {
            return files.unchanged(bucket);
        }
        try (VersionChunks versions = VersionChunks.of(readLevelZero(bucket, levels), files.shape())) {
            return writeResolved(bucket, versions, levels);
        }
    }

    /** Compacts without writing; see {@link BucketCompactor}. */
    public BucketCompactor compactor() {
        return compactor;
    }

    /** Writes where keys span partitions; see {@link SpanningWriter}. */
    public SpanningWriter spanning() {
        return new SpanningWriter(files, this);
    }

    /** Goes back to earlier files; see {@link BucketRestorer}. */
    public BucketRestorer restorer() {
        return new BucketRestorer(files);
    }

    VersionChunks versions(Batch earlier, BucketRows rows, WriteBuffer buffer, long firstSequence) {
        if (!rows.spilled().isEmpty()) {
            return VersionChunks.of(buffer.spill().merge(earlier, rows, firstSequence), files.shape());
        }
        Batch memory = VersionChunks.renumber(rows.memory(), firstSequence);
        if (earlier.size() == 0) {
            return VersionChunks.of(memory, files.shape());
        }
        BatchBuilder all = files.newBatch();
        all.append(earlier, 0, earlier.size());
        all.append(memory, 0, memory.size());
        return VersionChunks.of(all.build(), files.shape());
    }

    /** Each key's versions are one row of a file on level 0; what the writer said goes to the changelog. */
    private BucketChanges writeLevelZero(BucketId bucket, VersionChunks versions, Levels levels) {
        try (DataFileWriter changelog = files.newWriter(bucket, true, 0, DataFileMeta.FROM_INPUT)) {
            BucketChanges stored = files.options().compaction().insideCommit()
                            && !files.options().writeOnly()
                    ? writeAndPlace(bucket, versions, levels, changelog)
                    : writeRun(bucket, versions, levels, changelog);
            return new BucketChanges(
                    bucket, stored.totalBuckets(), stored.removed(), stored.added(), changelog.finish());
        }
    }

    private BucketChanges writeRun(BucketId bucket, VersionChunks versions, Levels levels, DataFileWriter changelog) {
        try (DataFileWriter writer = files.newWriter(bucket, false, 0, DataFileMeta.FROM_INPUT)) {
            collapse(bucket, versions, levels, writer::write, changelog);
            return new BucketChanges(bucket, files.options().buckets(), List.of(), writer.finish(), List.of());
        }
    }

    private BucketChanges writeAndPlace(
            BucketId bucket, VersionChunks versions, Levels levels, DataFileWriter changelog) {
        try (NewRun newest = newRun(bucket, 0)) {
            collapse(bucket, versions, levels, newest::add, changelog);
            return compactor.place(bucket, newest, levels);
        }
    }

    NewRun newRun(BucketId bucket, int level) {
        int topLevel = files.options().topLevel();
        return new NewRun(
                files.shape(), level, () -> files.newWriter(bucket, false, topLevel, DataFileMeta.FROM_INPUT));
    }

    /** @param changelog gets what the writer said, if that is what the table tells */
    private void collapse(
            BucketId bucket,
            VersionChunks versions,
            Levels levels,
            Consumer<Batch> target,
            @Nullable DataFileWriter changelog) {
        boolean input = files.options().changelogProducer() == ChangelogProducer.INPUT;
        BatchBuilder rows = files.newBatch();
        BatchBuilder said = files.newBatch();
        KeyCollapse collapse = new KeyCollapse(files.reader().rules(), files.shape());
        SortedVersions piece;
        while ((piece = versions.next()) != null) {
            checkOverflow(bucket, piece, levels, collapse);
            for (int group = 0; group < piece.groups(); group++) {
                collapse.appendTo(rows, piece, group);
                flush(rows, target, Batch.TARGET_ROWS);
                for (int i = piece.starts()[group]; input && i < piece.starts()[group + 1]; i++) {
                    said.append(piece.versions(), piece.order()[i], piece.order()[i] + 1);
                }
                if (changelog != null) {
                    flush(said, changelog::write, Batch.TARGET_ROWS);
                }
            }
        }
        flush(rows, target, 1);
        if (changelog != null) {
            flush(said, changelog::write, 1);
        }
    }

    private static void flush(BatchBuilder rows, Consumer<Batch> target, int threshold) {
        if (rows.size() >= threshold) {
            target.accept(rows.build());
        }
    }

    /** A sum that leaves its range fails the statement that writes it, not a reader or a compaction later. */
    private void checkOverflow(BucketId bucket, SortedVersions piece, Levels levels, KeyCollapse collapse) {
        if (!files.reader().rules().checksOverflow()) {
            return;
        }
        KeyLookup lookup = new KeyLookup(files.reader(), files.shape());
        List<Column> keys = piece.groupKeys(files.shape());
        List<List<SortedRun>> mergedRuns = new ArrayList<>();
        (files.options().resolvedLevels() ? levels.levelZero() : levels.allRuns())
                .forEach(run -> mergedRuns.add(List.of(run)));
        if (files.options().resolvedLevels()) {
            mergedRuns.add(levels.upperRuns());
        }
        collapse.check(
                piece,
                mergedRuns.stream()
                        .map(runs -> lookup.find(bucket, keys, piece.groups(), runs, levels.bounds()))
                        .toList());
    }

    /** Versions are resolved against the rows present before; rows and their complete changelog are written. */
    private BucketChanges writeResolved(BucketId bucket, VersionChunks versions, Levels levels) {
        KeyLookup lookup = new KeyLookup(files.reader(), files.shape());
        int topLevel = files.options().topLevel();
        try (DataFileWriter changes = files.newWriter(bucket, true, topLevel, DataFileMeta.FROM_INPUT);
                NewRun rows = newRun(bucket, topLevel)) {
            boolean tellsChanges = files.options().changelogProducer() == ChangelogProducer.LOOKUP;
            LookupChangelog changelog = new LookupChangelog(
                    files.changelogRules(false), tellsChanges ? changes::write : untold -> {}, rows::add);
            SortedVersions piece;
            while ((piece = versions.next()) != null) {
                changelog.resolve(
                        piece,
                        lookup.find(
                                bucket,
                                piece.groupKeys(files.shape()),
                                piece.groups(),
                                levels.upperRuns(),
                                levels.bounds()));
            }
            BucketChanges stored = store(bucket, rows, levels);
            return new BucketChanges(bucket, stored.totalBuckets(), stored.removed(), stored.added(), changes.finish());
        }
    }

    /** Puts resolved rows on a level above 0, in place of the files of level 0 that they announce. */
    BucketChanges store(BucketId bucket, NewRun rows, Levels levels) {
        List<DataFileMeta> announced =
                levels.levelZero().stream().flatMap(run -> run.files().stream()).toList();
        if (rows.count() == 0) {
            return new BucketChanges(bucket, files.options().buckets(), announced, List.of(), List.of());
        }
        LevelPicker.Placement placement = LevelPicker.place(
                rows.count(),
                levels.upperRuns(),
                files.options().topLevel(),
                files.options().compaction(),
                files.compactionTime());
        List<SortedRun> merged = levels.upperRuns().subList(0, placement.merged());
        boolean nothingBelow = placement.merged() == levels.upperRuns().size();
        return compactor.merge(
                bucket,
                rows,
                merged,
                levels,
                new BucketCompactor.Output(placement.outputLevel(), nothingBelow, announced, false));
    }

    /**
     * Rows on level 0 of such a table were left there by a writer that did not announce them: they come before ours, so
     * that their changes are told once, now.
     */
    private Batch readLevelZero(BucketId bucket, Levels levels) {
        BatchBuilder all = files.newBatch();
        for (int i = levels.levelZero().size() - 1; i >= 0; i--) {
            try (BatchSource source = files.reader()
                    .readRun(bucket, levels.levelZero().get(i), files.shape().allPositions(), null)) {
                Batch batch;
                while ((batch = source.next()) != null) {
                    all.append(batch, 0, batch.size());
                }
            }
        }
        return all.build();
    }
}
