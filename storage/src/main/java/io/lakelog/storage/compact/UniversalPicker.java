package io.lakelog.storage.compact;

import io.lakelog.storage.schema.CompactionOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which runs of a bucket are to be merged, and onto which level: universal compaction, for tables whose new rows go to
 * level 0. Pure; thread-safe.
 *
 * <pre>
 * runs      newest                                   oldest
 *           [L0] [L0] [L0] [....L4....] [.......top.......]
 * merged    |------- some, from the newest on ---|
 * </pre>
 *
 * The rules, the first that applies: everything if it is time to, or if it is small; everything if the newer runs are
 * too large for the oldest (space); as many as are not much smaller than the next one (size ratio); as many as it takes to
 * get down to the trigger. The merge goes to the level just below the next run, or to the top.
 */
public final class UniversalPicker {
    private UniversalPicker() {}

    /**
     * What to merge.
     *
     * @param runs how many, from the newest on
     * @param outputLevel above 0; no run that is not merged lies on it or above it
     */
    public record Pick(int runs, int outputLevel) {}

    /**
     * Picks.
     *
     * @param runs newest first: level 0 run by run, then by rising level
     * @param topLevel the deepest level that may be written, at least 1
     * @param nowMillis by the same clock as the runs' times
     * @return empty if there is nothing to do
     */
    public static Optional<Pick> pick(List<RunSize> runs, int topLevel, CompactionOptions options, long nowMillis) {
        if (runs.isEmpty() || runs.size() == 1 && runs.get(0).level() > 0) {
            return Optional.empty();
        }
        int trigger = options.trigger();
        if (runs.size() > 1 && mergesAll(runs, topLevel, options, nowMillis)) {
            return Optional.of(new Pick(runs.size(), topLevel));
        }
        double factor = (100.0 + options.sizeRatio() + options.offPeak().ratioAt(hour(nowMillis))) / 100.0;
        if (runs.size() >= trigger) {
            int count = absorb(runs, 1, factor);
            if (count > 1) {
                return Optional.of(onto(runs, count, topLevel));
            }
        }
        if (runs.size() > trigger) {
            return Optional.of(onto(runs, absorb(runs, runs.size() - trigger + 1, factor), topLevel));
        }
        int levelZero = (int) runs.stream().filter(run -> run.level() == 0).count();
        if (options.levelZeroAlways() && levelZero > 0) {
            return Optional.of(onto(runs, absorb(runs, levelZero, factor), topLevel));
        }
        return Optional.empty();
    }

    /** Whether all runs of a bucket are to be one, whatever the size of the single ones. */
    static boolean mergesAll(List<RunSize> runs, int topLevel, CompactionOptions options, long nowMillis) {
        RunSize oldest = runs.get(runs.size() - 1);
        Duration interval = options.optimizationInterval();
        if (interval != null
                && (oldest.level() < topLevel || nowMillis - oldest.writtenMillis() > interval.toMillis())) {
            return true;
        }
        long newer = bytes(runs.subList(0, runs.size() - 1));
        if (newer + oldest.bytes() < options.totalSizeThreshold()) {
            return true;
        }
        return runs.size() >= options.trigger() && newer * 100.0 > (double) options.maxAmplification() * oldest.bytes();
    }

    /** How many runs, at least {@code least}, are merged: on while those before are not much smaller than the next. */
    private static int absorb(List<RunSize> runs, int least, double factor) {
        int count = least;
        long sum = bytes(runs.subList(0, least));
        while (count < runs.size() && sum * factor >= runs.get(count).bytes()) {
            sum += runs.get(count).bytes();
            count++;
        }
        return count;
    }

    /** Where a merge goes: never to level 0, for which it takes along what lies there and on the next level. */
    private static Pick onto(List<RunSize> runs, int least, int topLevel) {
        int count = least;
        if (count < runs.size() && runs.get(count).level() > 1) {
            return new Pick(count, runs.get(count).level() - 1);
        }
        int level = 0;
        while (count < runs.size() && level == 0) {
            level = runs.get(count).level();
            count++;
        }
        return new Pick(count, count == runs.size() ? topLevel : level);
    }

    private static long bytes(List<RunSize> runs) {
        return runs.stream().mapToLong(RunSize::bytes).sum();
    }

    /** Hour of the day. */
    static int hour(long wallClockMillis) {
        return (int)
                Math.floorMod(Math.floorDiv(wallClockMillis, Duration.ofHours(1).toMillis()), 24L);
    }
}
