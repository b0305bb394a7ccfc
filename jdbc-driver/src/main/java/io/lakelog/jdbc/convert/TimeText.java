package io.lakelog.jdbc.convert;

import io.lakelog.storage.error.ErrorCode;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/** Dates and times as text: ISO with a blank for the T, and exactly the fraction digits that the type has. */
public final class TimeText {
    private static final int MAX_FRACTION_DIGITS = 9;
    private static final DateTimeFormatter[] TIMES = new DateTimeFormatter[MAX_FRACTION_DIGITS + 1];

    static {
        for (int digits = 0; digits <= MAX_FRACTION_DIGITS; digits++) {
            DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder().appendPattern("HH:mm:ss");
            if (digits > 0) {
                builder.appendFraction(ChronoField.NANO_OF_SECOND, digits, digits, true);
            }
            TIMES[digits] = builder.toFormatter(java.util.Locale.ROOT);
        }
    }

    private TimeText() {}

    static String time(LocalTime time, int digits) {
        return TIMES[digits].format(time);
    }

    static String dateTime(LocalDateTime value, int digits) {
        return value.toLocalDate() + " " + TIMES[digits].format(value.toLocalTime());
    }

    public static String instant(Instant value, int digits, ZoneId zone) {
        OffsetDateTime local = value.atZone(zone).toOffsetDateTime();
        return dateTime(local.toLocalDateTime(), digits) + local.getOffset().getId();
    }

    /** The date that a text holds, which may go on with a time. */
    public static LocalDate parseDate(String text) throws SQLException {
        String trimmed = text.trim();
        try {
            int end = dateEnd(trimmed);
            return end < 0 ? LocalDate.parse(trimmed) : parseDateTime(trimmed).toLocalDate();
        } catch (DateTimeException e) {
            throw notA("date", text);
        }
    }

    /** The time that a text holds. */
    public static LocalTime parseTime(String text) throws SQLException {
        String trimmed = text.trim();
        try {
            return dateEnd(trimmed) < 0
                    ? LocalTime.parse(trimmed)
                    : parseDateTime(trimmed).toLocalTime();
        } catch (DateTimeException e) {
            throw notA("time", text);
        }
    }

    /** The timestamp that a text holds; the time may be missing. */
    public static LocalDateTime parseDateTime(String text) throws SQLException {
        String trimmed = text.trim();
        try {
            int end = dateEnd(trimmed);
            return end < 0
                    ? LocalDate.parse(trimmed).atStartOfDay()
                    : LocalDate.parse(trimmed.substring(0, end)).atTime(LocalTime.parse(trimmed.substring(end + 1)));
        } catch (DateTimeException e) {
            throw notA("timestamp", text);
        }
    }

    /** The moment that a text means: with an offset or Z at its end, else a wall clock time in {@code zone}. */
    public static Instant parseInstant(String text, ZoneId zone) throws SQLException {
        String iso = text.trim().replace(' ', 'T');
        try {
            return OffsetDateTime.parse(iso).toInstant();
        } catch (DateTimeException withoutOffset) {
            return parseDateTime(text).atZone(zone).toInstant();
        }
    }

    /** Where the date ends and the time begins, or -1 if there is no time. */
    private static int dateEnd(String text) {
        int blank = text.indexOf(' ');
        return blank >= 0 ? blank : text.indexOf('T');
    }

    private static SQLException notA(String what, String text) {
        return SqlErrors.of(ErrorCode.INVALID_TEXT, "'" + text + "' is not a " + what);
    }
}
