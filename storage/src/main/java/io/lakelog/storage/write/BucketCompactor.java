package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.compact.Compactor;
import io.lakelog.storage.compact.LevelPicker;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.ChangelogProducer;
import java.util.ArrayList;
import java.util.List;

/** Compactions of one bucket as changes to commit. Thread-safe; touches only files that it creates. */
public final class BucketCompactor {
    private final BucketFiles files;

    BucketCompactor(BucketFiles files) {
        this.files = files;
    }

    /**
     * Where merged rows go.
     *
     * @param dropRetracts whether nothing lies below
     * @param alsoRemoved files that are gone with the merge though they are not part of it
     */
    record Output(int level, boolean dropRetracts, List<DataFileMeta> alsoRemoved) {}

    /**
     * Merges runs of a bucket if they are too many: for tables whose new rows go to level 0. The top level of a
     * full-compaction table is left alone, since what is merged into it has to be announced.
     */
    public BucketChanges compactIfNeeded(BucketId bucket, List<DataFileMeta> live) {
        Levels levels = files.reader().levels(live);
        if (levels.allRuns().size() <= files.options().compactionTrigger()) {
            return files.unchanged(bucket);
        }
        int topLevel = files.options().topLevel();
        List<SortedRun> upper = levels.upperRuns();
        if (announces()) {
            if (topLevel < 2) {
                return compactFully(bucket, live);
            }
            upper = upper.stream().filter(run -> run.level() < topLevel).toList();
        }
        long rows = levels.levelZero().stream().mapToLong(SortedRun::rowCount).sum();
        LevelPicker.Placement placement = LevelPicker.place(rows, upper, announces() ? topLevel - 1 : topLevel);
        List<SortedRun> merged = new ArrayList<>(levels.levelZero());
        merged.addAll(upper.subList(0, placement.merged()));
        boolean nothingBelow = !announces() && placement.merged() == upper.size();
        try (NewRun none = noRows(bucket)) {
            return merge(bucket, none, merged, levels, new Output(placement.outputLevel(), nothingBelow, List.of()));
        }
    }

    /** Merges all runs of a bucket into one on the top level. */
    public BucketChanges compactFully(BucketId bucket, List<DataFileMeta> live) {
        try (NewRun none = noRows(bucket)) {
            return compactFully(bucket, none, files.reader().levels(live));
        }
    }

    /**
     * Merges new rows and all runs of a bucket into one on the top level, and announces what has not been: for a
     * full-compaction table all that is not on the top level yet, for a lookup table what another writer left on level 0.
     */
    BucketChanges compactFully(BucketId bucket, NewRun rows, Levels levels) {
        int topLevel = files.options().topLevel();
        if (rows.count() == 0 && levels.allRuns().stream().allMatch(run -> run.level() == topLevel)) {
            return files.unchanged(bucket);
        }
        try (DataFileWriter changelog = files.newWriter(bucket, true, topLevel, DataFileMeta.FROM_INPUT)) {
            switch (files.options().changelogProducer()) {
                case FULL_COMPACTION -> announce(bucket, rows, levels, topLevel, changelog);
                case LOOKUP -> announce(bucket, rows, levels, 1, changelog);
                case NONE, INPUT -> {}
            }
            BucketChanges merged = merge(bucket, rows, levels.allRuns(), levels, new Output(topLevel, true, List.of()));
            return new BucketChanges(
                    bucket, merged.totalBuckets(), merged.removed(), merged.added(), changelog.finish());
        }
    }

    /** Writes what the rows and runs below a level change in those from that level on, net of intermediate states. */
    private void announce(BucketId bucket, NewRun rows, Levels levels, int announcedLevel, DataFileWriter changelog) {
        List<SortedRun> told = levels.upperRuns().stream()
                .filter(run -> run.level() >= announcedLevel)
                .toList();
        List<SortedRun> runs = new ArrayList<>(rows.writtenRuns());
        levels.allRuns().stream().filter(run -> run.level() < announcedLevel).forEach(runs::add);
        KeyLookup lookup = new KeyLookup(files.reader(), files.shape());
        boolean lastCounts = files.reader().rules().lastCounts();
        LookupChangelog changes =
                new LookupChangelog(files.changelogRules(!lastCounts), changelog::write, resolved -> {});
        BatchSource untold = lastCounts
                ? files.reader().readVersions(bucket, runs, rows.memory(), levels, false)
                : files.reader().readEveryVersion(bucket, runs, rows.memory(), levels);
        try (VersionChunks versions = VersionChunks.of(untold, files.shape())) {
            SortedVersions piece;
            while ((piece = versions.next()) != null) {
                changes.resolve(
                        piece,
                        lookup.find(bucket, piece.groupKeys(files.shape()), piece.groups(), told, levels.bounds()));
            }
        }
    }

    /** Merges new rows and runs, newest first, into one run. */
    BucketChanges merge(BucketId bucket, NewRun rows, List<SortedRun> runs, Levels levels, Output output) {
        List<SortedRun> written = rows.writtenRuns();
        List<DataFileMeta> writtenFiles =
                written.stream().flatMap(run -> run.files().stream()).toList();
        boolean nothingToDrop = !output.dropRetracts() || writtenFiles.stream().allMatch(DataFileMeta::hasNoDeletes);
        if (runs.isEmpty() && !written.isEmpty() && nothingToDrop) {
            return moved(bucket, writtenFiles, output);
        }
        List<SortedRun> all = new ArrayList<>(written);
        all.addAll(runs);
        int source = runs.isEmpty() ? DataFileMeta.FROM_INPUT : DataFileMeta.FROM_COMPACTION;
        try (DataFileWriter writer = files.newWriter(bucket, false, output.level(), source)) {
            Compactor.Result result = new Compactor(
                            files.reader(), bucket, writer, files.options().targetFileBytes())
                    .merge(rows.memory(), all, levels, output.level(), output.dropRetracts());
            List<DataFileMeta> removed = new ArrayList<>(output.alsoRemoved());
            removed.addAll(result.removed());
            List<DataFileMeta> added = new ArrayList<>(result.moved());
            added.addAll(writer.finish());
            return withoutIntermediate(bucket, removed, added, writtenFiles);
        }
    }

    private BucketChanges moved(BucketId bucket, List<DataFileMeta> written, Output output) {
        return new BucketChanges(
                bucket,
                files.options().buckets(),
                output.alsoRemoved(),
                written.stream().map(file -> file.onLevel(output.level())).toList(),
                List.of());
    }

    /** Files that this commit wrote and merged at once were never alive. */
    private BucketChanges withoutIntermediate(
            BucketId bucket, List<DataFileMeta> removed, List<DataFileMeta> added, List<DataFileMeta> written) {
        List<String> intermediate = written.stream().map(DataFileMeta::name).toList();
        List<String> alive = added.stream().map(DataFileMeta::name).toList();
        List<DataFileMeta> stillAdded = new ArrayList<>(added);
        for (DataFileMeta file : written) {
            boolean rewritten = removed.stream().anyMatch(gone -> gone.name().equals(file.name()));
            if (!rewritten) {
                // It was on the output level already, and nothing touched it.
                stillAdded.add(file);
            } else if (!alive.contains(file.name())) {
                files.prototype().pending().discard(files.directory(bucket) + "/" + file.name());
            }
        }
        return new BucketChanges(
                bucket,
                files.options().buckets(),
                removed.stream()
                        .filter(file -> !intermediate.contains(file.name()))
                        .toList(),
                stillAdded,
                List.of());
    }

    private NewRun noRows(BucketId bucket) {
        return new NewRun(
                files.shape(),
                0,
                () -> files.newWriter(bucket, false, files.options().topLevel(), DataFileMeta.FROM_INPUT));
    }

    private boolean announces() {
        return files.options().changelogProducer() == ChangelogProducer.FULL_COMPACTION;
    }
}
