package io.lakelog.storage.lsm;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicates;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads buckets merged: one row a key. Where only one run holds a range of keys, its files are read as they are, and then
 * only the wanted columns. Thread-safe; the sources are not.
 */
public final class BucketReader {
    private static final int ROWS_COUNTED_AT_ONCE = 1 << 20;

    private final DataFileReader fileReader;
    private final TableShape shape;
    private final MergeRules rules;
    private final boolean resolvedLevels;

    /** @param resolvedLevels whether rows on levels above 0 are resolved, so that the lowest level's counts */
    public BucketReader(DataFileReader fileReader, TableShape shape, MergeRules rules, boolean resolvedLevels) {
        this.fileReader = fileReader;
        this.shape = shape;
        this.rules = rules;
        this.resolvedLevels = resolvedLevels;
    }

    /** How versions of a key are merged. */
    public MergeRules rules() {
        return rules;
    }

    /** The table that is read. */
    public TableShape shape() {
        return shape;
    }

    public DataFileReader fileReader() {
        return fileReader;
    }

    /** The runs that some files of a bucket make. */
    public Levels levels(List<DataFileMeta> files) {
        return Levels.of(files, shape.keyTypes(), shape.keyComparator());
    }

    /** Runs cut where no key range crosses, in key order. */
    public List<Section> sections(List<SortedRun> runs, Levels levels) {
        return Section.partition(runs, levels.bounds());
    }

    /** The present rows of a bucket in key order, in exactly the wanted columns. */
    public BatchSource readRows(BucketId bucket, List<DataFileMeta> files, int[] columns, @Nullable Predicate filter) {
        return readRows(bucket, files, null, columns, filter);
    }

    /** The same as if {@code newer} lay above the files. */
    public BatchSource readRows(
            BucketId bucket,
            List<DataFileMeta> files,
            @Nullable MemoryRun newer,
            int[] columns,
            @Nullable Predicate filter) {
        Levels levels = levels(files);
        List<SortedRun> runs = new ArrayList<>();
        if (newer != null) {
            runs.add(newer.asRun());
        }
        runs.addAll(levels.allRuns());
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (Section section : sections(runs, levels)) {
            boolean raw = section.isSingleRun() && section.files().stream().allMatch(DataFileMeta::hasNoDeletes);
            if (raw) {
                for (DataFileMeta file : section.files()) {
                    parts.add(() -> readRaw(bucket, file, columns, filter));
                }
            } else {
                int[] needed = rules.needed(columns);
                int[] wanted = KeyValues.inBatch(firstPositions(columns.length));
                parts.add(() -> new MappedSource(
                        merge(
                                section,
                                open(bucket, section, newer, needed, keyFilter(filter)),
                                needed,
                                builder(needed),
                                true),
                        batch -> batch.project(wanted)));
            }
        }
        return new Concatenation(parts);
    }

    /** One file whose rows are all present. Without columns nothing needs to be read: metadata counts the rows. */
    private BatchSource readRaw(BucketId bucket, DataFileMeta file, int[] columns, @Nullable Predicate filter) {
        if (columns.length > 0 || file.deletedRows() != null) {
            return fileReader.readValues(bucket, file, columns, filter);
        }
        List<Batch> counted = new ArrayList<>();
        for (long left = file.rowCount(); left > 0; left -= ROWS_COUNTED_AT_ONCE) {
            counted.add(new Batch((int) Math.min(left, ROWS_COUNTED_AT_ONCE), List.of()));
        }
        return BatchSource.of(counted);
    }

    /** The present rows of a bucket in key order, as {@link KeyValues} with all columns of the table; the batches are lent. */
    public BatchSource readRows(BucketId bucket, List<DataFileMeta> files) {
        Levels levels = levels(files);
        return readVersions(bucket, levels.allRuns(), null, levels, true);
    }

    /**
     * The last versions of all keys of some runs in key order, as {@link KeyValues} with all columns of the table; the
     * batches are lent.
     *
     * @param runs newest first
     * @param memory a run newer than those, or null
     * @param dropRetracts whether keys whose last version is a retract are left out
     */
    public BatchSource readVersions(
            BucketId bucket, List<SortedRun> runs, @Nullable MemoryRun memory, Levels levels, boolean dropRetracts) {
        return inSections(
                runs, memory, levels, section -> readSection(bucket, section, memory, dropRetracts, Watch.NOTHING));
    }

    /**
     * The last versions of the keys of one section, with all columns of the table; the batches are lent.
     *
     * @param memory stands as a file in the section, or null
     */
    public BatchSource readSection(
            BucketId bucket, Section section, @Nullable MemoryRun memory, boolean dropRetracts, Watch watch) {
        int[] all = shape.allPositions();
        List<BatchSource> runs = open(bucket, section, memory, all, null);
        for (int i = 0; i < runs.size(); i++) {
            if (watch.files().containsAll(section.runs().get(i).files())) {
                runs.set(i, new MappedSource(runs.get(i), watch.rows()));
            }
        }
        return merge(section, runs, all, builder(all).lending(), dropRetracts);
    }

    /**
     * Shows rows of a run to somebody else while they are read for a merge.
     *
     * @param files of the run
     * @param rows gets every batch of theirs, in key order, and gives it back; it is lent
     */
    public record Watch(Set<DataFileMeta> files, UnaryOperator<Batch> rows) {
        public static final Watch NOTHING = new Watch(Set.of(), UnaryOperator.identity());
    }

    /**
     * Every version of all keys of some runs in key order, as {@link KeyValues} with all columns of the table; the versions
     * of a key in no order. The batches are lent.
     */
    public BatchSource readEveryVersion(
            BucketId bucket, List<SortedRun> runs, @Nullable MemoryRun memory, Levels levels) {
        int[] columns = shape.allPositions();
        return inSections(
                runs,
                memory,
                levels,
                section -> sorted(
                        open(bucket, section, memory, columns, null),
                        columns,
                        Precedence.ALL,
                        builder(columns).lending(),
                        false));
    }

    /** Reads runs, and one in memory newer than those, section by section. */
    private BatchSource inSections(
            List<SortedRun> runs, @Nullable MemoryRun memory, Levels levels, Function<Section, BatchSource> read) {
        List<SortedRun> all = new ArrayList<>();
        if (memory != null) {
            all.add(memory.asRun());
        }
        all.addAll(runs);
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (Section section : sections(all, levels)) {
            parts.add(() -> read.apply(section));
        }
        return new Concatenation(parts);
    }

    /** One run's files, one after the other, as {@link KeyValues}; the batches are lent. */
    public BatchSource readRun(BucketId bucket, SortedRun run, int[] columns, @Nullable Predicate filter) {
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (DataFileMeta file : run.files()) {
            parts.add(() -> fileReader.lendKeyValues(bucket, file, columns, filter));
        }
        return new Concatenation(parts);
    }

    /** The runs of a section, newest first, in some columns; they lend their batches. */
    private List<BatchSource> open(
            BucketId bucket, Section section, @Nullable MemoryRun memory, int[] columns, @Nullable Predicate filter) {
        List<BatchSource> runs = new ArrayList<>();
        for (SortedRun run : section.runs()) {
            runs.add(
                    memory != null && run.files().contains(memory.asFile())
                            ? memory.open(columns)
                            : readRun(bucket, run, columns, filter));
        }
        return runs;
    }

    /** @param output an empty builder for the columns; if it lends its batches, what is merged is lent */
    private BatchSource merge(
            Section section, List<BatchSource> runs, int[] columns, BatchBuilder output, boolean dropRetracts) {
        if (rules.lastCounts()) {
            Precedence precedence = resolvedLevels ? Precedence.RUN : Precedence.SEQUENCE;
            return sorted(runs, columns, precedence, output, dropRetracts);
        }
        List<BatchSource> versions = new ArrayList<>();
        List<BatchSource> resolved = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            boolean isResolved = resolvedLevels && section.runs().get(i).level() > 0;
            (isResolved ? resolved : versions).add(runs.get(i));
        }
        if (versions.isEmpty()) {
            return sorted(resolved, columns, Precedence.RUN, output, dropRetracts);
        }
        return new RuleMerge(
                sorted(versions, columns, Precedence.ALL, builder(columns), false),
                sorted(resolved, columns, Precedence.RUN, builder(columns).lending(), false),
                new RuleMerge.Keys(
                        KeyValues.inBatch(positionsIn(columns, shape.keyPositions())), shape.keyComparator()),
                new KeyMerge(rules, shape, columns),
                dropRetracts,
                output);
    }

    private BatchBuilder builder(int[] columns) {
        return new BatchBuilder(KeyValues.types(shape.rowType(), columns));
    }

    private BatchSource sorted(
            List<BatchSource> runs, int[] columns, Precedence precedence, BatchBuilder output, boolean dropRetracts) {
        return new SortedMerge(
                runs,
                KeyValues.inBatch(positionsIn(columns, shape.keyPositions())),
                shape.keyComparator(),
                precedence,
                output,
                dropRetracts);
    }

    /** Only what is said of keys may be used before versions are merged. */
    private @Nullable Predicate keyFilter(@Nullable Predicate filter) {
        int[] mapping = new int[shape.rowType().size()];
        Arrays.fill(mapping, -1);
        for (int position : shape.keyPositions()) {
            mapping[position] = position;
        }
        return Predicates.remap(filter, mapping);
    }

    private static int[] positionsIn(int[] columns, int[] wanted) {
        int[] positions = new int[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            for (int j = columns.length - 1; j >= 0; j--) {
                if (columns[j] == wanted[i]) {
                    positions[i] = j;
                }
            }
        }
        return positions;
    }

    private static int[] firstPositions(int count) {
        int[] positions = new int[count];
        for (int i = 0; i < count; i++) {
            positions[i] = i;
        }
        return positions;
    }
}
