package io.lakelog.jdbc.convert;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of time in which a zone's clocks are not changed: there the old classes of {@code java.sql} and a wall clock
 * differ by a constant, and the calendar, which costs more than all else in reading a timestamp, need not be asked. Days
 * with a change, and years that the calendar counts in its own way, are in no span. Immutable.
 *
 * @param fromSecond first wall clock second, counted from 1970 as if in UTC
 * @param toSecond the first one after it
 * @param offsetSeconds of the zone
 */
record ZoneSpan(TimeZone zone, long fromSecond, long toSecond, long offsetSeconds) {
    private static final long DAY_SECONDS = 86_400;
    /** Before and after these the calendar and {@code java.time} have different tables of the zones. */
    private static final long FIRST_SECOND =
            Instant.parse("1901-01-01T00:00:00Z").getEpochSecond();

    private static final long LAST_SECOND =
            Instant.parse("2037-01-01T00:00:00Z").getEpochSecond();

    boolean holdsWallClock(long second, TimeZone inZone) {
        return second >= fromSecond && second < toSecond && zone.equals(inZone);
    }

    boolean holdsMoment(long second, TimeZone inZone) {
        return holdsWallClock(second + offsetSeconds, inZone);
    }

    /** Whether the zone agrees with the rules that its name stands for; one made by hand may not. */
    private boolean isOf(TimeZone other) {
        long millis = offsetSeconds * 1000;
        return other.getOffset((fromSecond - offsetSeconds) * 1000) == millis
                && other.getOffset((toSecond - offsetSeconds) * 1000 - 1) == millis;
    }

    /** The span around a wall clock second, or null if it is in none. */
    static @Nullable ZoneSpan aroundWallClock(long second, TimeZone zone) {
        // Whatever the offset, it is less than a day, and so are the margins.
        ZoneSpan span = aroundMoment(second - zone.getRawOffset() / 1000, zone);
        return span != null && span.holdsWallClock(second, zone) ? span : null;
    }

    /** The span around a moment, or null if it is in none. */
    static @Nullable ZoneSpan aroundMoment(long second, TimeZone zone) {
        ZoneRules rules = zone.toZoneId().getRules();
        Instant moment = Instant.ofEpochSecond(second);
        ZoneOffset offset = rules.getOffset(moment);
        ZoneOffsetTransition before = rules.previousTransition(moment.plusSeconds(1));
        ZoneOffsetTransition after = rules.nextTransition(moment);
        long from = before == null ? Long.MIN_VALUE / 2 : before.toEpochSecond() + 2 * DAY_SECONDS;
        long to = after == null ? Long.MAX_VALUE / 2 : after.toEpochSecond() - 2 * DAY_SECONDS;
        ZoneSpan span = new ZoneSpan(
                zone,
                Math.max(FIRST_SECOND, from) + offset.getTotalSeconds(),
                Math.min(LAST_SECOND, to) + offset.getTotalSeconds(),
                offset.getTotalSeconds());
        return span.holdsMoment(second, zone) && span.isOf(zone) ? span : null;
    }
}
