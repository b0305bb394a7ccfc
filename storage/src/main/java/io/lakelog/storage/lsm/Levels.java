package io.lakelog.storage.lsm;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The runs of one bucket: level 0 file by file, newest first, then one run for each higher level. Immutable.
 *
 * <pre>
 * level 0   [file] [file] [file]     any overlap, ordered by sequence number
 * level 1   [....run of disjoint files....]
 * ...
 * top       [....the oldest rows..........]
 * </pre>
 */
public final class Levels {
    private final List<SortedRun> levelZero;
    private final TreeMap<Integer, SortedRun> runs;
    private final KeyBounds bounds;

    private Levels(List<SortedRun> levelZero, TreeMap<Integer, SortedRun> runs, KeyBounds bounds) {
        this.levelZero = levelZero;
        this.runs = runs;
        this.bounds = bounds;
    }

    /**
     * The runs that a bucket's live files make.
     *
     * @throws LakelogException CORRUPT, naming them, if two files of a level above 0 overlap: merging them would silently
     *     give wrong rows
     */
    public static Levels of(List<DataFileMeta> files, List<DataType> keyTypes, KeyComparator comparator) {
        KeyBounds bounds = new KeyBounds(keyTypes, comparator);
        List<SortedRun> levelZero = files.stream()
                .filter(file -> file.level() == 0)
                .sorted(Comparator.comparingLong(DataFileMeta::maxSequenceNumber)
                        .thenComparingLong(DataFileMeta::minSequenceNumber)
                        .reversed())
                .map(file -> new SortedRun(0, List.of(file)))
                .toList();
        Map<Integer, List<DataFileMeta>> byLevel = new HashMap<>();
        for (DataFileMeta file : files) {
            if (file.level() > 0) {
                byLevel.computeIfAbsent(file.level(), level -> new ArrayList<>())
                        .add(file);
            }
        }
        TreeMap<Integer, SortedRun> runs = new TreeMap<>();
        byLevel.forEach((level, members) -> {
            members.sort(bounds::compareMin);
            for (int i = 1; i < members.size(); i++) {
                if (bounds.compareMaxToMin(members.get(i - 1), members.get(i)) >= 0) {
                    throw LakelogException.corrupt(
                            members.get(i).name(),
                            "its keys overlap those of " + members.get(i - 1).name() + " on level " + level,
                            null);
                }
            }
            runs.put(level, new SortedRun(level, members));
        });
        return new Levels(levelZero, runs, bounds);
    }

    public KeyBounds bounds() {
        return bounds;
    }

    /** The files of level 0, newest first, each a run of its own. */
    public List<SortedRun> levelZero() {
        return levelZero;
    }

    /** The runs above level 0, lowest level first. */
    public List<SortedRun> upperRuns() {
        return List.copyOf(runs.values());
    }

    /** All runs, newest first. */
    public List<SortedRun> allRuns() {
        List<SortedRun> all = new ArrayList<>(levelZero);
        all.addAll(runs.values());
        return all;
    }

    public long maxSequenceNumber() {
        return allRuns().stream()
                .flatMap(run -> run.files().stream())
                .mapToLong(DataFileMeta::maxSequenceNumber)
                .max()
                .orElse(-1);
    }

    /** First and last keys of files, decoded once. Not thread-safe. */
    public static final class KeyBounds {
        private final List<DataType> types;
        private final KeyComparator comparator;
        private final Map<DataFileMeta, Batch[]> decoded = new java.util.IdentityHashMap<>();

        KeyBounds(List<DataType> types, KeyComparator comparator) {
            this.types = types;
            this.comparator = comparator;
        }

        /** One row: the first key of a file. */
        public Batch min(DataFileMeta file) {
            return both(file)[0];
        }

        /** One row: the last key of a file. */
        public Batch max(DataFileMeta file) {
            return both(file)[1];
        }

        int compareMin(DataFileMeta a, DataFileMeta b) {
            return comparator.compare(min(a).columns(), 0, min(b).columns(), 0);
        }

        int compareMax(DataFileMeta a, DataFileMeta b) {
            return comparator.compare(max(a).columns(), 0, max(b).columns(), 0);
        }

        int compareMaxToMin(DataFileMeta a, DataFileMeta b) {
            return comparator.compare(max(a).columns(), 0, min(b).columns(), 0);
        }

        private Batch[] both(DataFileMeta file) {
            return decoded.computeIfAbsent(file, f ->
                    new Batch[] {f.minKey().toBatch(types, f.name()), f.maxKey().toBatch(types, f.name())});
        }
    }
}
