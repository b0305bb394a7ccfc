package io.lakelog.storage.compact;

import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.schema.CompactionOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a new run goes and which runs it takes along, in tables whose rows never lie on level 0. Pure; thread-safe.
 *
 * <p>A run that is not larger than what is being merged is merged too, so sizes at least double from level to level (but for
 * the leeway of the size ratio) and a large run is never rewritten for a tiny commit. When no level below the lowest run is free, the cheapest cut is taken:
 * the run that is smallest in proportion to all that is newer than it.
 */
public final class LevelPicker {
    private LevelPicker() {}

    /**
     * What to do.
     *
     * @param merged how many of the runs, from the newest on, are merged with the new one
     * @param outputLevel where the result goes
     */
    public record Placement(int merged, int outputLevel) {}

    /**
     * Places new rows, or the rows of level 0, on a level above 0.
     *
     * @param newRows rows to place
     * @param runs the runs above level 0, lowest level first
     * @param topLevel the deepest level
     * @param nowMillis by the same clock as the times of files
     */
    public static Placement place(
            long newRows, List<SortedRun> runs, int topLevel, CompactionOptions options, long nowMillis) {
        int ratio = options.sizeRatio() + options.offPeak().ratioAt(UniversalPicker.hour(nowMillis));
        int merged = absorb(newRows, runs, 0, ratio);
        if (merged == 0 && !runs.isEmpty() && runs.get(0).level() <= 1) {
            merged = absorb(newRows, runs, cheapestCut(newRows, runs) + 1, ratio);
        }
        if (merged < runs.size() && mergesAll(newRows, runs, topLevel, options, nowMillis)) {
            merged = runs.size();
        }
        return new Placement(
                merged, merged == runs.size() ? topLevel : runs.get(merged).level() - 1);
    }

    /** As for universal compaction; new rows have no bytes yet, so they are as large in proportion as they are many. */
    private static boolean mergesAll(
            long newRows, List<SortedRun> runs, int topLevel, CompactionOptions options, long nowMillis) {
        List<RunSize> sizes = new ArrayList<>(RunSize.of(runs));
        long rows = Math.max(1, runs.stream().mapToLong(SortedRun::rowCount).sum());
        double bytesPerRow = (double) sizes.stream().mapToLong(RunSize::bytes).sum() / rows;
        sizes.add(0, new RunSize(0, (long) (newRows * bytesPerRow), nowMillis));
        return UniversalPicker.mergesAll(sizes, topLevel, options, nowMillis);
    }

    /** How many runs, at least {@code least}, the merge takes: on while the next one is not larger than the sum. */
    private static int absorb(long newRows, List<SortedRun> runs, int least, int ratio) {
        long sum = newRows;
        int count = 0;
        while (count < runs.size() && (count < least || runs.get(count).rowCount() <= sum * (100.0 + ratio) / 100.0)) {
            sum += runs.get(count).rowCount();
            count++;
        }
        return count;
    }

    private static int cheapestCut(long newRows, List<SortedRun> runs) {
        long newer = Math.max(1, newRows);
        int best = 0;
        double bestRatio = Double.MAX_VALUE;
        for (int i = 0; i < runs.size(); i++) {
            double ratio = (double) runs.get(i).rowCount() / newer;
            if (ratio < bestRatio) {
                bestRatio = ratio;
                best = i;
            }
            newer += runs.get(i).rowCount();
        }
        return best;
    }
}
