package io.lakelog.storage.retention;

import io.lakelog.storage.schema.RetentionOptions.Span;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * Which snapshots have had their time. Pure; immutable.
 *
 * @param keepLeast number of newest snapshots that stay whatever their age
 * @param keepMost number of newest snapshots beyond which all go, whatever their age
 * @param olderThanMillis of the others, those committed before this moment go
 * @param limit how many may go at once
 */
public record RetentionRule(long keepLeast, long keepMost, long olderThanMillis, long limit) {
    /** The rule of a table's options at a moment. */
    public static RetentionRule of(Span span, int limit, long nowMillis) {
        return new RetentionRule(
                span.least(), span.most(), nowMillis - span.time().toMillis(), limit);
    }

    /**
     * The first id that stays.
     *
     * @param earliest the oldest id there is
     * @param latest the newest snapshot
     * @param neededFrom the oldest that some consumer needs; empty for none
     * @param commitMillis the commit time of an id, empty if it is gone already
     */
    public long firstKept(
            long earliest, long latest, OptionalLong neededFrom, LongFunction<OptionalLong> commitMillis) {
        long end = Math.min(latest - keepLeast + 1, neededFrom.orElse(Long.MAX_VALUE));
        if (limit < end - earliest) {
            end = earliest + limit;
        }
        for (long id = Math.max(earliest, latest - keepMost + 1); id < end; id++) {
            OptionalLong time = commitMillis.apply(id);
            if (time.isPresent() && time.getAsLong() >= olderThanMillis) {
                return id;
            }
        }
        return Math.max(earliest, end);
    }
}
