package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options that say when which sorted runs of a bucket are merged. Immutable.
 *
 * @param trigger sorted runs from which on merging is thought of, and beyond which it must happen
 * @param stopTrigger sorted runs at which writers wait for a compaction
 * @param sizeRatio by how many percent of its own size a run may exceed those newer than it and still be merged with them
 * @param maxAmplification how large all runs but the oldest may be together, in percent of the oldest, before all are merged
 * @param levelZeroAlways whether all of level 0 is merged whenever there is any
 * @param optimizationInterval after which all runs are merged whatever their sizes; null for never
 * @param totalSizeThreshold bytes of a bucket below which all its runs are merged; 0 for none
 * @param offPeak hours in which {@code sizeRatio} is larger
 * @param forceRewrite whether a full compaction writes every file anew
 * @param insideCommit whether a compaction that a commit brings about is part of its snapshot
 */
public record CompactionOptions(
        int trigger,
        int stopTrigger,
        int sizeRatio,
        int maxAmplification,
        boolean levelZeroAlways,
        @Nullable Duration optimizationInterval,
        long totalSizeThreshold,
        OffPeak offPeak,
        boolean forceRewrite,
        boolean insideCommit) {
    private static final String START = "compaction.offpeak.start.hour";
    private static final String END = "compaction.offpeak.end.hour";
    private static final String INTERVAL = "compaction.optimization-interval";
    private static final String THRESHOLD = "compaction.total-size-threshold";

    /**
     * Hours of the day with little else to do.
     *
     * @param start first hour, 0 to 23; -1 for none
     * @param end the hour after the last; before {@code start} for one of the next day
     * @param ratio percent added to the size ratio
     */
    public record OffPeak(int start, int end, int ratio) {
        /** What is added to the size ratio at an hour. */
        public int ratioAt(int hour) {
            boolean in = start <= end ? start <= hour && hour < end : hour < end || start <= hour;
            return start >= 0 && end >= 0 && in ? ratio : 0;
        }
    }

    static CompactionOptions parse(OptionReader reader) {
        int trigger = reader.integer("num-sorted-run.compaction-trigger", 5, 1);
        int atLeast = trigger > Integer.MAX_VALUE - 3 ? trigger : trigger + 3;
        return new CompactionOptions(
                trigger,
                Math.max(trigger, reader.integer("num-sorted-run.stop-trigger", atLeast, 1)),
                reader.integer("compaction.size-ratio", 1, 0),
                reader.integer("compaction.max-size-amplification-percent", 200, 0),
                reader.flag("compaction.force-up-level-0", false),
                reader.text(INTERVAL) == null ? null : reader.duration(INTERVAL, Duration.ZERO),
                reader.text(THRESHOLD) == null ? 0 : reader.bytes(THRESHOLD, 0),
                new OffPeak(hour(reader, START), hour(reader, END), reader.integer("compaction.offpeak-ratio", 0, 0)),
                reader.flag("compaction.force-rewrite-all-files", false),
                reader.flag("commit.force-compact", false));
    }

    /** Whether the choice of runs depends on what time it is. */
    public boolean dependOnTime() {
        return optimizationInterval != null || offPeak.start() >= 0 && offPeak.end() >= 0;
    }

    /** The same for runs beside which there are some that do not take part but count. */
    public CompactionOptions besides(int others) {
        return new CompactionOptions(
                Math.max(1, trigger - others),
                stopTrigger,
                sizeRatio,
                maxAmplification,
                levelZeroAlways,
                optimizationInterval,
                totalSizeThreshold,
                offPeak,
                forceRewrite,
                insideCommit);
    }

    private static int hour(OptionReader reader, String key) {
        int hour = reader.integer(key, -1, -1);
        if (hour > 23) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "table option '" + key + "' = '" + hour + "': must be an hour from 0 to 23, or -1 for none");
        }
        return hour;
    }
}
