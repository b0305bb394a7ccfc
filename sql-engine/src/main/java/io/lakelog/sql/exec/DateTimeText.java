package io.lakelog.sql.exec;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;

/** Dates and times read from text ({@code 2024-01-31}, {@code 10:20:30.5}, with a blank or T between) and written. */
final class DateTimeText {
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 1, 9, SignStyle.NORMAL)
            .appendLiteral('-')
            .appendValue(ChronoField.MONTH_OF_YEAR, 1, 2, SignStyle.NOT_NEGATIVE)
            .appendLiteral('-')
            .appendValue(ChronoField.DAY_OF_MONTH, 1, 2, SignStyle.NOT_NEGATIVE)
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendValue(ChronoField.HOUR_OF_DAY, 1, 2, SignStyle.NOT_NEGATIVE)
            .appendLiteral(':')
            .appendValue(ChronoField.MINUTE_OF_HOUR, 2)
            .optionalStart()
            .appendLiteral(':')
            .appendValue(ChronoField.SECOND_OF_MINUTE, 2)
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalEnd()
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);

    private DateTimeText() {}

    static LocalDate date(String text) {
        try {
            return LocalDate.parse(text.trim(), DATE);
        } catch (DateTimeException e) {
            throw bad(text, "DATE", "yyyy-mm-dd", e);
        }
    }

    static LocalTime time(String text) {
        try {
            return LocalTime.parse(text.trim(), TIME);
        } catch (DateTimeException e) {
            throw bad(text, "TIME", "hh:mm:ss[.fraction]", e);
        }
    }

    static LocalDateTime dateTime(String text) {
        String trimmed = text.trim();
        int split = split(trimmed);
        try {
            return split < 0
                    ? LocalDate.parse(trimmed, DATE).atStartOfDay()
                    : LocalDate.parse(trimmed.substring(0, split), DATE)
                            .atTime(LocalTime.parse(trimmed.substring(split + 1), TIME));
        } catch (DateTimeException e) {
            throw bad(text, "TIMESTAMP", "yyyy-mm-dd hh:mm:ss[.fraction]", e);
        }
    }

    /** A moment: with an offset or Z at the end as it says, else the wall clock of {@code zone}. */
    static Instant instant(String text, ZoneId zone) {
        String trimmed = text.trim();
        int split = split(trimmed);
        if (split > 0) {
            try {
                return OffsetDateTime.parse(trimmed.substring(0, split) + "T" + trimmed.substring(split + 1))
                        .toInstant();
            } catch (DateTimeException e) {
                return dateTime(trimmed).atZone(zone).toInstant();
            }
        }
        return dateTime(trimmed).atZone(zone).toInstant();
    }

    private static int split(String text) {
        int blank = text.indexOf(' ');
        return blank > 0 ? blank : text.indexOf('T');
    }

    static LocalTime truncate(LocalTime time, int digits) {
        int unit = 1_000_000_000;
        for (int i = 0; i < Math.min(digits, 9); i++) {
            unit /= 10;
        }
        return time.withNano(time.getNano() / unit * unit);
    }

    /** The text of a value that is stored into a text column. */
    static String textOf(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof LocalDateTime time) {
            return time.toLocalDate() + " " + DateTimeFormatter.ISO_LOCAL_TIME.format(time.toLocalTime());
        }
        if (value instanceof LocalTime time) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        }
        if (value instanceof Boolean
                || value instanceof Number
                || value instanceof BigInteger
                || value instanceof Character
                || value instanceof LocalDate
                || value instanceof Instant
                || value instanceof OffsetDateTime
                || value instanceof ZonedDateTime) {
            return value.toString();
        }
        throw new LakelogException(
                ErrorCode.TYPE_MISMATCH, "a " + ValueConversion.sqlName(value) + " value does not fit a text type");
    }

    private static LakelogException bad(String text, String type, String right, DateTimeException cause) {
        return new LakelogException(
                ErrorCode.INVALID_TEXT, "text '" + text + "' is not a " + type + ": " + right + " is expected", cause);
    }
}
