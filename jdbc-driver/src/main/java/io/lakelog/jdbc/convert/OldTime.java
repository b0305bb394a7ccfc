package io.lakelog.jdbc.convert;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Wall clock values to and from the old classes of {@code java.sql}. Those are moments, shown through a calendar that is
 * Julian before 1582; so fields are carried over, never counts of milliseconds, and a text stays the same on both sides.
 */
final class OldTime {
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static final int MILLIS_PER_SECOND = 1000;
    private static final long SECONDS_PER_DAY = 86_400;

    /** The one that was of use last: most values of a program lie in few spans. */
    private static volatile @Nullable ZoneSpan lastSpan;

    private OldTime() {}

    /** @param calendar whose zone says which moment a wall clock time is, or null for the zone of the JVM */
    static Date date(LocalDate date, @Nullable Calendar calendar) {
        if (calendar == null) {
            long second = date.toEpochDay() * SECONDS_PER_DAY;
            ZoneSpan span = spanOfWallClock(second);
            return span == null ? Date.valueOf(date) : new Date((second - span.offsetSeconds()) * MILLIS_PER_SECOND);
        }
        return new Date(millis(date.atStartOfDay(), calendar));
    }

    static Time time(LocalTime time, @Nullable Calendar calendar) {
        LocalDateTime onFirstDay = time.atDate(LocalDate.EPOCH);
        long seconds = calendar == null
                ? Timestamp.valueOf(onFirstDay.withNano(0)).getTime()
                : millis(onFirstDay.withNano(0), calendar);
        return new Time(seconds + time.getNano() / NANOS_PER_MILLI);
    }

    static Timestamp timestamp(LocalDateTime value, @Nullable Calendar calendar) {
        long millis;
        if (calendar == null) {
            long second = value.toEpochSecond(ZoneOffset.UTC);
            ZoneSpan span = spanOfWallClock(second);
            if (span == null) {
                return Timestamp.valueOf(value);
            }
            millis = (second - span.offsetSeconds()) * MILLIS_PER_SECOND;
        } else {
            millis = millis(value, calendar);
        }
        Timestamp timestamp = new Timestamp(millis);
        timestamp.setNanos(value.getNano());
        return timestamp;
    }

    private static @Nullable ZoneSpan spanOfWallClock(long second) {
        TimeZone zone = TimeZone.getDefault();
        ZoneSpan span = lastSpan;
        if (span == null || !span.holdsWallClock(second, zone)) {
            span = ZoneSpan.aroundWallClock(second, zone);
            lastSpan = span == null ? lastSpan : span;
        }
        return span;
    }

    private static @Nullable ZoneSpan spanOfMoment(long second, TimeZone zone) {
        ZoneSpan span = lastSpan;
        if (span == null || !span.holdsMoment(second, zone)) {
            span = ZoneSpan.aroundMoment(second, zone);
            lastSpan = span == null ? lastSpan : span;
        }
        return span;
    }

    static LocalDate toLocalDate(java.util.Date date, @Nullable Calendar calendar) {
        return toLocalDateTime(date, calendar).toLocalDate();
    }

    static LocalTime toLocalTime(java.util.Date time, @Nullable Calendar calendar) {
        return toLocalDateTime(time, calendar).toLocalTime();
    }

    static LocalDateTime toLocalDateTime(java.util.Date value, @Nullable Calendar calendar) {
        TimeZone zone = calendar == null ? TimeZone.getDefault() : calendar.getTimeZone();
        int nanos = value instanceof Timestamp timestamp
                ? timestamp.getNanos()
                : Math.floorMod(value.getTime(), MILLIS_PER_SECOND) * NANOS_PER_MILLI;
        long second = Math.floorDiv(value.getTime(), (long) MILLIS_PER_SECOND);
        ZoneSpan span = spanOfMoment(second, zone);
        if (span != null) {
            return LocalDateTime.ofEpochSecond(second + span.offsetSeconds(), nanos, ZoneOffset.UTC);
        }
        Calendar fields = new GregorianCalendar(zone, Locale.ROOT);
        fields.setTimeInMillis(value.getTime());
        int year = fields.get(Calendar.ERA) == GregorianCalendar.AD
                ? fields.get(Calendar.YEAR)
                : 1 - fields.get(Calendar.YEAR);
        // 29 February of a year that is a leap year in the Julian calendar alone is 1 March here.
        return LocalDateTime.of(year, 1, 1, 0, 0)
                .withMonth(fields.get(Calendar.MONTH) + 1)
                .plusDays(fields.get(Calendar.DAY_OF_MONTH) - 1L)
                .withHour(fields.get(Calendar.HOUR_OF_DAY))
                .withMinute(fields.get(Calendar.MINUTE))
                .withSecond(fields.get(Calendar.SECOND))
                .withNano(nanos);
    }

    private static long millis(LocalDateTime value, Calendar calendar) {
        Calendar fields = new GregorianCalendar(calendar.getTimeZone(), Locale.ROOT);
        fields.clear();
        fields.set(
                value.getYear(),
                value.getMonthValue() - 1,
                value.getDayOfMonth(),
                value.getHour(),
                value.getMinute(),
                value.getSecond());
        return fields.getTimeInMillis();
    }
}
