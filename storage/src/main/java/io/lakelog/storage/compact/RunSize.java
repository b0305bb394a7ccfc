package io.lakelog.storage.compact;

import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.DataFileMeta;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * What a choice of runs needs to know of one. Immutable.
 *
 * @param level 0 for a run of one flush
 * @param bytes of all its files
 * @param writtenMillis when its newest file was written, as wall clocks have it; 0 if that is not known
 */
public record RunSize(int level, long bytes, long writtenMillis) {
    static RunSize of(SortedRun run) {
        return of(run.level(), run.files());
    }

    private static RunSize of(int level, List<DataFileMeta> files) {
        long bytes = 0;
        long written = 0;
        for (DataFileMeta file : files) {
            bytes += file.sizeBytes();
            Long created = file.creationTimeMillis();
            written = created == null ? written : Math.max(written, created);
        }
        return new RunSize(level, bytes, written);
    }

    /** Those of some runs, in their order. */
    public static List<RunSize> of(List<SortedRun> runs) {
        return runs.stream().map(RunSize::of).toList();
    }

    /** The runs that the live files of a bucket make, newest first, without a look at their keys. */
    public static List<RunSize> ofFiles(List<DataFileMeta> files) {
        List<RunSize> runs = new ArrayList<>();
        TreeMap<Integer, List<DataFileMeta>> upper = new TreeMap<>();
        files.stream()
                .filter(file -> file.level() == 0)
                .sorted(Comparator.comparingLong(DataFileMeta::maxSequenceNumber)
                        .thenComparingLong(DataFileMeta::minSequenceNumber)
                        .reversed())
                .forEach(file -> runs.add(of(0, List.of(file))));
        for (DataFileMeta file : files) {
            if (file.level() > 0) {
                upper.computeIfAbsent(file.level(), level -> new ArrayList<>()).add(file);
            }
        }
        upper.forEach((level, members) -> runs.add(of(level, members)));
        return runs;
    }
}
