package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts dates and times from and to other types, in the classes of {@link Values}, as Paimon's casts do: between moments
 * and what a calendar shows, in the time zone of this JVM; whole numbers are seconds since 1970; before 1970, digits and
 * times of day are cut towards 1970. Pure, but for that zone.
 */
final class TemporalCast {
    private static final long MILLIS_PER_DAY = 86_400_000;

    /** One digit is enough for each part but the year; the time of day may be missing. */
    private static final DateTimeFormatter TIMESTAMP_TEXT = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-M-d")
            .optionalStart()
            .appendPattern(" H:m:s")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .optionalEnd()
            .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
            .toFormatter(Locale.ROOT);

    private TemporalCast() {}

    /** What a value is written as. */
    @FunctionalInterface
    interface Text {
        String of(Object value);
    }

    private static ZoneId zone() {
        return ZoneId.systemDefault();
    }

    static @Nullable ValueCast toDate(DataType from) {
        return switch (from.kind()) {
            case TIMESTAMP -> value -> LocalDate.ofEpochDay(millis((LocalDateTime) value) / MILLIS_PER_DAY);
            case TIMESTAMP_LTZ -> value -> LocalDate.ofInstant((Instant) value, zone());
            case CHAR, VARCHAR -> value -> date((String) value);
            default -> null;
        };
    }

    static @Nullable ValueCast toTime(DataType from) {
        return switch (from.kind()) {
            case TIME -> value -> value;
            case TIMESTAMP -> value -> ((LocalDateTime) value).toLocalTime();
            case TIMESTAMP_LTZ -> value -> LocalTime.ofInstant((Instant) value, zone());
            case CHAR, VARCHAR -> value -> time((String) value);
            default -> null;
        };
    }

    static @Nullable ValueCast toTimestamp(DataType from, DataType to) {
        return switch (from.kind()) {
            case DATE -> value -> ((LocalDate) value).atStartOfDay();
            case TIME -> value -> LocalDate.EPOCH.atTime((LocalTime) value);
            case TIMESTAMP -> value -> cut((LocalDateTime) value, from, to);
            case TIMESTAMP_LTZ -> value -> cut(LocalDateTime.ofInstant((Instant) value, zone()), from, to);
            case INT, BIGINT -> value -> LocalDateTime.ofEpochSecond(((Number) value).longValue(), 0, ZoneOffset.UTC);
            case CHAR, VARCHAR ->
                value -> isNumber((String) value)
                        ? timestamp(Long.parseLong((String) value), to)
                        : timestamp((String) value);
            default -> null;
        };
    }

    static @Nullable ValueCast toMoment(DataType from, DataType to) {
        return switch (from.kind()) {
            case DATE -> value -> ((LocalDate) value).atStartOfDay(zone()).toInstant();
            case TIME -> value -> LocalDate.EPOCH.atTime((LocalTime) value).toInstant(ZoneOffset.UTC);
            case TIMESTAMP ->
                value -> cut(((LocalDateTime) value).atZone(zone()).toInstant(), from, to);
            case TIMESTAMP_LTZ -> value -> cut((Instant) value, from, to);
            case INT, BIGINT ->
                value -> LocalDateTime.ofInstant(Instant.ofEpochSecond(((Number) value).longValue()), zone())
                        .toInstant(ZoneOffset.UTC);
            case CHAR, VARCHAR ->
                value -> timestamp((String) value).atZone(zone()).toInstant();
            default -> null;
        };
    }

    /** Seconds since 1970, cut towards it. */
    static @Nullable ValueCast toSeconds(DataType from, TypeKind to) {
        if (from.kind() != TypeKind.TIMESTAMP && from.kind() != TypeKind.TIMESTAMP_LTZ) {
            return null;
        }
        return switch (to) {
            case BIGINT -> TemporalCast::seconds;
            case INT -> value -> (int) seconds(value);
            default -> null;
        };
    }

    private static long seconds(Object value) {
        return (value instanceof Instant moment ? moment.toEpochMilli() : millis((LocalDateTime) value)) / 1000;
    }

    static @Nullable Text toText(DataType from) {
        return switch (from.kind()) {
            case DATE -> Object::toString;
            case TIME -> value -> text((LocalTime) value, from.length());
            case TIMESTAMP -> value -> text((LocalDateTime) value, from.length());
            case TIMESTAMP_LTZ -> value -> text(LocalDateTime.ofInstant((Instant) value, zone()), from.length());
            default -> null;
        };
    }

    private static long millis(LocalDateTime value) {
        return value.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    private static LocalDateTime cut(LocalDateTime value, DataType from, DataType to) {
        return LocalDateTime.ofInstant(cut(value.toInstant(ZoneOffset.UTC), from, to), ZoneOffset.UTC);
    }

    /** Digits below a millisecond are cut where values are appended. */
    private static Instant cut(Instant value, DataType from, DataType to) {
        if (to.length() >= Math.min(3, from.length())) {
            return value;
        }
        long unit =
                switch (to.length()) {
                    case 0 -> 1000;
                    case 1 -> 100;
                    default -> 10;
                };
        return Instant.ofEpochMilli(value.toEpochMilli() / unit * unit);
    }

    /** A day since 1970, or a year, or one with a month or with month and day; a time after it counts for nothing. */
    private static LocalDate date(String text) {
        if (isNumber(text)) {
            return LocalDate.ofEpochDay(Integer.parseInt(text));
        }
        int blank = text.indexOf(' ');
        String[] parts = (blank > 0 ? text.substring(0, blank) : text).split("-", 3);
        int month = parts.length > 1 ? Integer.parseInt(parts[1].trim()) : 1;
        int day = parts.length > 2 ? Integer.parseInt(parts[2].trim()) : 1;
        return LocalDate.of(Integer.parseInt(parts[0].trim()), month, day);
    }

    private static boolean isNumber(String text) {
        int digits = text.startsWith("-") ? 1 : 0;
        return text.length() > digits && text.chars().skip(digits).allMatch(c -> c >= '0' && c <= '9');
    }

    /** A number counts milliseconds. */
    private static LocalTime time(String text) {
        return isNumber(text) ? LocalTime.ofNanoOfDay(Long.parseLong(text) * 1_000_000) : LocalTime.parse(text.trim());
    }

    /** In units of the last digit that the type has: seconds, or thousandths of the next larger unit. */
    private static LocalDateTime timestamp(long count, DataType to) {
        long unitsPerSecond =
                switch (to.length()) {
                    case 0 -> 1;
                    case 3 -> 1000;
                    case 6 -> 1_000_000;
                    case 9 -> 1_000_000_000;
                    default -> throw new NumberFormatException("a number for a " + to.sql());
                };
        int nanos = Math.toIntExact(Math.floorMod(count, unitsPerSecond) * (1_000_000_000 / unitsPerSecond));
        return LocalDateTime.ofEpochSecond(Math.floorDiv(count, unitsPerSecond), nanos, ZoneOffset.UTC);
    }

    private static LocalDateTime timestamp(String text) {
        return LocalDateTime.parse(text, TIMESTAMP_TEXT);
    }

    /** With at least as many digits as the type has, and no zero after those. */
    private static String text(LocalDateTime value, int digits) {
        String fraction = String.format(Locale.ROOT, "%09d", value.getNano());
        int length = fraction.length();
        while (length > digits && fraction.charAt(length - 1) == '0') {
            length--;
        }
        String seconds = value.toLocalDate() + " " + clock(value.toLocalTime());
        return length == 0 ? seconds : seconds + "." + fraction.substring(0, length);
    }

    /** With up to three digits, at least one where the type has any. */
    private static String text(LocalTime value, int digits) {
        String fraction = String.format(Locale.ROOT, "%03d", value.getNano() / 1_000_000);
        int length = Math.min(digits, fraction.length());
        while (length > 1 && fraction.charAt(length - 1) == '0') {
            length--;
        }
        return length == 0 ? clock(value) : clock(value) + "." + fraction.substring(0, length);
    }

    private static String clock(LocalTime value) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", value.getHour(), value.getMinute(), value.getSecond());
    }
}
