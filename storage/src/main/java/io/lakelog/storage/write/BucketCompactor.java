package io.lakelog.storage.write;

import io.lakelog.storage.changelog.LookupChangelog;
import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.compact.Compactor;
import io.lakelog.storage.compact.RunSize;
import io.lakelog.storage.compact.UniversalPicker;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.DataFileWriter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.schema.CompactionOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compactions of one bucket as changes to commit. Thread-safe; touches only files that it creates. */
public final class BucketCompactor {
    /** A file is not worth joining with others from seven tenths of its target size on. */
    private static final int LARGE_TENTHS = 7;

    private final BucketFiles files;

    BucketCompactor(BucketFiles files) {
        this.files = files;
    }

    /**
     * Where merged rows go.
     *
     * @param dropRetracts whether nothing lies below
     * @param alsoRemoved files that are gone with the merge though they are not part of it
     * @param rewriteAll whether no file stays as it is
     */
    record Output(int level, boolean dropRetracts, List<DataFileMeta> alsoRemoved, boolean rewriteAll) {
        Output(int level, boolean dropRetracts) {
            this(level, dropRetracts, List.of(), false);
        }
    }

    /** Whether the files of a bucket of a table whose new rows go to level 0 are to be compacted. */
    public boolean isDue(List<DataFileMeta> live) {
        return pick(RunSize.ofFiles(live)).isPresent();
    }

    /** Merges runs of a bucket if it is time to: for tables whose new rows go to level 0. */
    BucketChanges compactIfNeeded(BucketId bucket, List<DataFileMeta> live) {
        Optional<UniversalPicker.Pick> pick = pick(RunSize.ofFiles(live));
        if (pick.isEmpty()) {
            return files.unchanged(bucket);
        }
        try (NewRun none = noRows(bucket)) {
            return merge(bucket, none, pick.get(), files.reader().levels(live));
        }
    }

    /** Puts new rows on level 0, or merges them at once if they bring a compaction about. */
    BucketChanges place(BucketId bucket, NewRun rows, Levels levels) {
        List<RunSize> sizes = new ArrayList<>(RunSize.of(levels.allRuns()));
        if (rows.count() > 0) {
            sizes.add(0, new RunSize(0, estimatedBytes(rows, levels), files.compactionTime()));
        }
        Optional<UniversalPicker.Pick> pick = pick(sizes);
        if (pick.isPresent()) {
            return merge(bucket, rows, pick.get(), levels);
        }
        return rows.count() == 0
                ? files.unchanged(bucket)
                : merge(bucket, rows, List.of(), levels, new Output(0, false));
    }

    private static long estimatedBytes(NewRun rows, Levels levels) {
        long bytes = 0;
        long count = 0;
        for (SortedRun run : levels.allRuns()) {
            bytes += run.files().stream().mapToLong(DataFileMeta::sizeBytes).sum();
            count += run.rowCount();
        }
        return count == 0 ? 0 : (long) ((double) bytes / count * rows.count());
    }

    /**
     * Which runs are merged. The top level of a full-compaction table is left alone, since what is merged into it has to be
     * announced.
     */
    private Optional<UniversalPicker.Pick> pick(List<RunSize> runs) {
        CompactionOptions options = files.options().compaction();
        int topLevel = files.options().topLevel();
        if (!announces()) {
            return UniversalPicker.pick(runs, topLevel, options, files.compactionTime());
        }
        List<RunSize> below =
                runs.stream().filter(run -> run.level() < topLevel).toList();
        return topLevel < 2
                ? Optional.empty()
                : UniversalPicker.pick(
                        below, topLevel - 1, options.besides(runs.size() - below.size()), files.compactionTime());
    }

    /** Merges the newest runs, of which new rows are the first. */
    private BucketChanges merge(BucketId bucket, NewRun rows, UniversalPicker.Pick pick, Levels levels) {
        List<SortedRun> runs = levels.allRuns().subList(0, pick.runs() - (rows.count() > 0 ? 1 : 0));
        boolean nothingBelow = runs.size() == levels.allRuns().size();
        return merge(bucket, rows, runs, levels, new Output(pick.outputLevel(), nothingBelow && !announces()));
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
        boolean rewriteAll = files.options().compaction().forceRewrite();
        boolean onTop = levels.allRuns().stream().allMatch(run -> run.level() == topLevel);
        if (rows.count() == 0 && onTop && (!rewriteAll || levels.allRuns().isEmpty())) {
            return files.unchanged(bucket);
        }
        try (DataFileWriter changelog = files.newWriter(bucket, true, topLevel, DataFileMeta.FROM_INPUT)) {
            Output output = new Output(topLevel, true, List.of(), rewriteAll);
            BucketChanges merged =
                    switch (files.options().changelogProducer()) {
                        case FULL_COMPACTION -> mergeAndTell(bucket, rows, levels, output, changelog);
                        case LOOKUP -> {
                            announce(bucket, rows, levels, changelog);
                            yield merge(bucket, rows, levels.allRuns(), levels, output);
                        }
                        case NONE, INPUT -> merge(bucket, rows, levels.allRuns(), levels, output);
                    };
            return new BucketChanges(
                    bucket, merged.totalBuckets(), merged.removed(), merged.added(), changelog.finish());
        }
    }

    /** Merges everything, and writes what the rows and runs below the top level change there, net of intermediate states. */
    private BucketChanges mergeAndTell(
            BucketId bucket, NewRun rows, Levels levels, Output output, DataFileWriter changelog) {
        BatchSource untold = untold(bucket, rows, levels, output.level());
        try (PassingChangelog changes = new PassingChangelog(untold, changes(changelog), files.shape())) {
            return merge(bucket, rows, levels.allRuns(), levels, output, changes);
        }
    }

    private LookupChangelog changes(DataFileWriter changelog) {
        boolean lastCounts = files.reader().rules().lastCounts();
        return new LookupChangelog(files.changelogRules(!lastCounts), changelog::write, resolved -> {});
    }

    /** The versions in new rows and in the runs below a level. */
    private BatchSource untold(BucketId bucket, NewRun rows, Levels levels, int announcedLevel) {
        List<SortedRun> runs = new ArrayList<>(rows.writtenRuns());
        levels.allRuns().stream().filter(run -> run.level() < announcedLevel).forEach(runs::add);
        return files.reader().rules().lastCounts()
                ? files.reader().readVersions(bucket, runs, rows.memory(), levels, false)
                : files.reader().readEveryVersion(bucket, runs, rows.memory(), levels);
    }

    /** Writes what the rows and level 0 change in the runs above, net of intermediate states. */
    private void announce(BucketId bucket, NewRun rows, Levels levels, DataFileWriter changelog) {
        List<SortedRun> told = levels.upperRuns();
        KeyLookup lookup = new KeyLookup(files.reader(), files.shape());
        LookupChangelog changes = changes(changelog);
        try (VersionChunks versions = VersionChunks.of(untold(bucket, rows, levels, 1), files.shape())) {
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
        return merge(bucket, rows, runs, levels, output, null);
    }

    /** @param changes finds the changes to the rows of the output level on the way, or null */
    private BucketChanges merge(
            BucketId bucket,
            NewRun rows,
            List<SortedRun> runs,
            Levels levels,
            Output output,
            @Nullable PassingChangelog changes) {
        List<SortedRun> written = rows.writtenRuns();
        List<DataFileMeta> writtenFiles =
                written.stream().flatMap(run -> run.files().stream()).toList();
        boolean nothingToDrop = !output.dropRetracts() || writtenFiles.stream().allMatch(DataFileMeta::hasNoDeletes);
        if (runs.isEmpty() && !written.isEmpty() && nothingToDrop && !output.rewriteAll()) {
            if (changes != null) {
                changes.finish();
            }
            return moved(bucket, writtenFiles, output);
        }
        List<SortedRun> all = new ArrayList<>(written);
        all.addAll(runs);
        int source = runs.isEmpty() ? DataFileMeta.FROM_INPUT : DataFileMeta.FROM_COMPACTION;
        try (DataFileWriter writer = files.newWriter(bucket, false, output.level(), source)) {
            Compactor.Plan plan = new Compactor.Plan(
                    output.level(),
                    output.dropRetracts(),
                    files.options().targetFileBytes() / 10 * LARGE_TENTHS,
                    output.rewriteAll(),
                    changes == null ? BucketReader.Watch.NOTHING : watch(changes, levels, output.level()),
                    files.checkpoint());
            Compactor.Result result =
                    new Compactor(files.reader(), bucket, writer, plan).merge(rows.memory(), all, levels);
            if (changes != null) {
                changes.finish();
            }
            List<DataFileMeta> removed = new ArrayList<>(output.alsoRemoved());
            removed.addAll(result.removed());
            List<DataFileMeta> added = new ArrayList<>(result.moved());
            added.addAll(writer.finish());
            return withoutIntermediate(bucket, removed, added, writtenFiles);
        }
    }

    private static BucketReader.Watch watch(PassingChangelog changes, Levels levels, int level) {
        Set<DataFileMeta> told = levels.allRuns().stream()
                .filter(run -> run.level() == level)
                .flatMap(run -> run.files().stream())
                .collect(Collectors.toSet());
        return new BucketReader.Watch(told, batch -> {
            changes.pass(batch);
            return batch;
        });
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

    NewRun noRows(BucketId bucket) {
        return new NewRun(
                files.shape(),
                0,
                () -> files.newWriter(bucket, false, files.options().topLevel(), DataFileMeta.FROM_INPUT));
    }

    private boolean announces() {
        return files.options().changelogProducer() == ChangelogProducer.FULL_COMPACTION;
    }
}
