package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.zone.ZoneRules;
import java.util.TimeZone;

/**
 * Arithmetic on times that generated code calls. A timestamp is a long of microseconds since 1970-01-01T00:00 (in UTC for
 * WITH LOCAL TIME ZONE), a day-time interval a long of microseconds, a DATE an int of days since 1970-01-01, a TIME an
 * int of milliseconds of the day. Results lie in the years 1 to 9999 or fail with DATETIME_OVERFLOW. Pure, and public
 * because generated classes live in another package; not for use by hand.
 */
public final class MicrosFunctions {
    static final long PER_SECOND = 1_000_000L;
    static final long PER_DAY = 86_400 * PER_SECOND;
    static final long PER_MILLI = 1_000L;
    /** 0001-01-01, and 9999-12-31, in days. */
    static final int MIN_DATE = -719_162;

    static final int MAX_DATE = 2_932_896;
    static final long MIN = MIN_DATE * PER_DAY;
    static final long MAX = (MAX_DATE + 1) * PER_DAY - 1;

    private static final int MILLIS_PER_DAY = 86_400_000;

    private MicrosFunctions() {}

    /** The timestamp itself, if it is one. */
    static long checked(long micros) {
        if (micros < MIN || micros > MAX) {
            throw new LakelogException(
                    ErrorCode.DATETIME_OVERFLOW, "timestamp out of range: years 1 to 9999 are supported");
        }
        return micros;
    }

    static int checkedDate(long days) {
        if (days < MIN_DATE || days > MAX_DATE) {
            throw new LakelogException(ErrorCode.DATETIME_OVERFLOW, "date out of range: years 1 to 9999 are supported");
        }
        return (int) days;
    }

    public static long plus(long timestamp, long interval) {
        long sum = timestamp + interval;
        // Both signs equal and the sum's different: it wrapped.
        if (((timestamp ^ sum) & (interval ^ sum)) < 0) {
            return checked(Long.MAX_VALUE);
        }
        return checked(sum);
    }

    public static long minus(long timestamp, long interval) {
        return interval == Long.MIN_VALUE ? checked(Long.MAX_VALUE) : plus(timestamp, -interval);
    }

    /** The same time of day {@code months} later; the day is the last of the month where the month has no such day. */
    public static long plusMonths(long timestamp, long months) {
        long day = Math.floorDiv(timestamp, PER_DAY);
        return plusMonthsToDay(day, months) * PER_DAY + (timestamp - day * PER_DAY);
    }

    public static int datePlusMonths(int date, long months) {
        return (int) plusMonthsToDay(date, months);
    }

    private static long plusMonthsToDay(long day, long months) {
        long split = CivilDate.split(day);
        if (Math.abs(months) > 12 * 10_000 || months == Long.MIN_VALUE) {
            return checkedDate(Long.MAX_VALUE);
        }
        long month = CivilDate.year(split) * 12L + CivilDate.month(split) - 1 + months;
        int newYear = (int) Math.floorDiv(month, 12L);
        int newMonth = (int) Math.floorMod(month, 12L) + 1;
        int newDay = Math.min(CivilDate.day(split), CivilDate.lengthOfMonth(newYear, newMonth));
        return checkedDate(CivilDate.epochDay(newYear, newMonth, newDay));
    }

    /** A date plus a day-time interval; what is below a day counts towards zero. */
    public static int datePlus(int date, long interval) {
        return checkedDate(date + interval / PER_DAY);
    }

    public static int dateMinus(int date, long interval) {
        return checkedDate(date - interval / PER_DAY);
    }

    /** A time plus a day-time interval, wrapping at midnight; what is below a millisecond is dropped. */
    public static int timePlus(int time, long interval) {
        return (int) Math.floorMod(time + interval % PER_DAY / PER_MILLI, (long) MILLIS_PER_DAY);
    }

    public static int timeMinus(int time, long interval) {
        return (int) Math.floorMod(time - interval % PER_DAY / PER_MILLI, (long) MILLIS_PER_DAY);
    }

    /** {@code timestamp} without the fraction digits below {@code precision}, towards the past. */
    public static long truncate(long timestamp, int precision) {
        long unit =
                switch (precision) {
                    case 0 -> PER_SECOND;
                    case 1 -> 100_000;
                    case 2 -> 10_000;
                    case 3 -> 1_000;
                    case 4 -> 100;
                    case 5 -> 10;
                    default -> 1;
                };
        return timestamp - Math.floorMod(timestamp, unit);
    }

    /** A TIME without the fraction digits below {@code precision}. */
    public static int truncateTime(int time, int precision) {
        int unit =
                switch (precision) {
                    case 0 -> 1_000;
                    case 1 -> 100;
                    case 2 -> 10;
                    default -> 1;
                };
        return time - time % unit;
    }

    /** Whole months from {@code from} to {@code to}, negative if {@code to} is earlier. */
    public static long monthsBetween(long to, long from) {
        long toDay = Math.floorDiv(to, PER_DAY);
        long fromDay = Math.floorDiv(from, PER_DAY);
        long toSplit = CivilDate.split(toDay);
        long fromSplit = CivilDate.split(fromDay);
        long months = (CivilDate.year(toSplit) - CivilDate.year(fromSplit)) * 12L
                + CivilDate.month(toSplit)
                - CivilDate.month(fromSplit);
        // Position within the month: a month is complete once it is reached again.
        long toRest = CivilDate.day(toSplit) * PER_DAY + (to - toDay * PER_DAY);
        long fromRest = CivilDate.day(fromSplit) * PER_DAY + (from - fromDay * PER_DAY);
        if (months > 0 && toRest < fromRest) {
            return months - 1;
        }
        return months < 0 && toRest > fromRest ? months + 1 : months;
    }

    /** Whole units from {@code from} to {@code to}, towards zero. {@code unit} is the ordinal of a {@link DatetimeUnit}. */
    public static long difference(long to, long from, int unit) {
        DatetimeUnit wanted = DatetimeUnit.of(unit);
        if (wanted.months > 0) {
            return monthsBetween(to, from) / wanted.months;
        }
        // Two timestamps in range differ by less than 2^63 microseconds.
        return wanted == DatetimeUnit.NANOSECOND ? Math.multiplyExact(to - from, 1_000L) : (to - from) / wanted.micros;
    }

    /** {@code timestamp} plus {@code count} units. {@code unit} is the ordinal of a {@link DatetimeUnit}. */
    public static long plusUnits(long timestamp, long count, int unit) {
        DatetimeUnit wanted = DatetimeUnit.of(unit);
        if (wanted.months > 0) {
            return plusMonths(timestamp, saturatedProduct(count, wanted.months));
        }
        if (wanted == DatetimeUnit.NANOSECOND) {
            return plus(timestamp, Math.floorDiv(count, 1_000L));
        }
        return plus(timestamp, saturatedProduct(count, wanted.micros));
    }

    private static long saturatedProduct(long a, long b) {
        long product = a * b;
        return Math.multiplyHigh(a, b) == product >> 63 ? product : a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** The beginning of the window of {@code size} microseconds that {@code timestamp} lies in. */
    public static long windowStart(long timestamp, long size, long offset) {
        return checked(timestamp - Math.floorMod(timestamp - offset, size));
    }

    public static long fromDate(int date) {
        return date * PER_DAY;
    }

    public static int toDate(long timestamp) {
        return (int) Math.floorDiv(timestamp, PER_DAY);
    }

    /** The time of day as a timestamp of 1970-01-01. */
    public static long fromTime(int time) {
        return time * PER_MILLI;
    }

    /** The time of day; what is below a millisecond is dropped. */
    public static int toTime(long timestamp) {
        return (int) (Math.floorMod(timestamp, PER_DAY) / PER_MILLI);
    }

    public static long fromMillis(long millis) {
        return checked(millis * PER_MILLI);
    }

    public static long toMillis(long timestamp) {
        return Math.floorDiv(timestamp, PER_MILLI);
    }

    /** A wall clock time in {@code zone} as microseconds in UTC; in a gap it moves forward by the gap's length. */
    public static long localToUtc(long local, TimeZone zone) {
        ZoneRules rules = zone.toZoneId().getRules();
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(local, PER_SECOND), 0, ZoneOffset.UTC);
        return checked(local - rules.getOffset(time).getTotalSeconds() * PER_SECOND);
    }

    /** The wall clock time in {@code zone} of microseconds in UTC. */
    public static long utcToLocal(long utc, TimeZone zone) {
        ZoneRules rules = zone.toZoneId().getRules();
        Instant instant = Instant.ofEpochSecond(Math.floorDiv(utc, PER_SECOND));
        return checked(utc + rules.getOffset(instant).getTotalSeconds() * PER_SECOND);
    }
}
