package io.lakelog.sql.exec;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;

/**
 * Converts a Java value to the class that {@link Values} names for a type, with the checks of an SQL assignment: nothing
 * is cut, numbers out of range are refused. Digits after the point are rounded (HALF_UP) where {@link Loss#ROUND} allows
 * it; digits of a time below its precision are dropped there. Pure; thread-safe.
 */
public final class ValueConversion {
    /** What to do with digits after the point that the type does not hold. */
    public enum Loss {
        /** Storing into a column: round. */
        ROUND,
        /** Comparing or computing: refuse. */
        REFUSE
    }

    private ValueConversion() {}

    /**
     * The value as the class for {@code type}.
     *
     * @param zone in which wall clock times and moments meet
     * @throws LakelogException NUMERIC_OVERFLOW, VALUE_TOO_LONG, INVALID_TEXT, DATETIME_OVERFLOW or TYPE_MISMATCH
     */
    public static Object convert(Object value, DataType type, Loss loss, ZoneId zone) {
        return switch (type.kind()) {
            case BOOLEAN -> toBoolean(value);
            case TINYINT -> (byte) integer(value, type, loss, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> (short) integer(value, type, loss, Short.MIN_VALUE, Short.MAX_VALUE);
            case INT -> (int) integer(value, type, loss, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(value, type, loss, Long.MIN_VALUE, Long.MAX_VALUE);
            case FLOAT -> toFloat(value, type);
            case DOUBLE -> toDouble(value, type);
            case DECIMAL -> toDecimal(value, type, loss);
            case CHAR, VARCHAR -> checkLength(DateTimeText.textOf(value), type);
            case BINARY, VARBINARY -> toBytes(value, type);
            case DATE -> toDate(value, type);
            case TIME -> toTime(value, type);
            case TIMESTAMP -> checkRange(toDateTime(value, type, zone), type);
            case TIMESTAMP_LTZ -> toInstant(value, type, zone);
            case ARRAY, MAP, MULTISET, ROW -> NestedConversion.convert(value, type, loss, zone);
        };
    }

    private static Boolean toBoolean(Object value) {
        if (value instanceof Boolean bool) {
            return bool;
        }
        if (value instanceof String text) {
            switch (text.trim().toLowerCase(Locale.ROOT)) {
                case "true" -> {
                    return true;
                }
                case "false" -> {
                    return false;
                }
                default -> throw badText(text, "BOOLEAN", "true or false");
            }
        }
        throw mismatch(value, DataType.BOOLEAN);
    }

    private static long integer(Object value, DataType type, Loss loss, long min, long max) {
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            long number = ((Number) value).longValue();
            if (number < min || number > max) {
                throw outOfRange(value.toString(), type);
            }
            return number;
        }
        BigDecimal number = number(value, type);
        if (loss == Loss.REFUSE && number.stripTrailingZeros().scale() > 0) {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH,
                    "value " + number.toPlainString() + " is not a whole number, and " + type.sql()
                            + " is the type expected here; CAST(? AS DECIMAL(38, 10)) takes any number");
        }
        BigInteger whole =
                bounded(number, type).setScale(0, RoundingMode.HALF_UP).toBigInteger();
        if (whole.bitLength() > 63 || whole.longValue() < min || whole.longValue() > max) {
            throw outOfRange(number.toPlainString(), type);
        }
        return whole.longValue();
    }

    private static Float toFloat(Object value, DataType type) {
        if (value instanceof Float number) {
            return number;
        }
        double wide = toDouble(value, type);
        float narrow = (float) wide;
        if (Float.isInfinite(narrow) && !Double.isInfinite(wide)) {
            throw outOfRange(String.valueOf(value), type);
        }
        return narrow;
    }

    private static Double toDouble(Object value, DataType type) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof Float number) {
            return (double) number;
        }
        if (value instanceof String text) {
            switch (text.trim().toLowerCase(Locale.ROOT)) {
                case "nan" -> {
                    return Double.NaN;
                }
                case "infinity" -> {
                    return Double.POSITIVE_INFINITY;
                }
                case "-infinity" -> {
                    return Double.NEGATIVE_INFINITY;
                }
                default -> {}
            }
        }
        double number = number(value, type).doubleValue();
        if (Double.isInfinite(number)) {
            throw outOfRange(String.valueOf(value), type);
        }
        return number;
    }

    private static BigDecimal toDecimal(Object value, DataType type, Loss loss) {
        BigDecimal number = bounded(number(value, type), type);
        if (loss == Loss.REFUSE && number.stripTrailingZeros().scale() > type.scale()) {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH,
                    "value " + number.toPlainString() + " has more digits after the point than " + type.sql()
                            + ", the type expected here; CAST(? AS DECIMAL(38, 10)) takes more");
        }
        BigDecimal scaled = number.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.length()) {
            throw outOfRange(number.toPlainString(), type);
        }
        return scaled;
    }

    /** Refuses numbers whose plain text would have millions of digits. */
    private static BigDecimal bounded(BigDecimal number, DataType type) {
        if (number.signum() != 0 && (long) number.precision() - number.scale() > 64) {
            throw outOfRange(number.toString(), type);
        }
        return number.scale() > 10_000 ? number.setScale(100, RoundingMode.HALF_UP) : number;
    }

    private static BigDecimal number(Object value, DataType type) {
        if (value instanceof BigDecimal number) {
            return number;
        }
        if (value instanceof BigInteger number) {
            return new BigDecimal(number);
        }
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                throw outOfRange(String.valueOf(value), type);
            }
            return new BigDecimal(value.toString());
        }
        if (value instanceof Number number) {
            return BigDecimal.valueOf(number.longValue());
        }
        if (value instanceof String text) {
            try {
                return new BigDecimal(text.trim());
            } catch (NumberFormatException e) {
                throw badText(text, type.sql(), "a number");
            }
        }
        throw mismatch(value, type);
    }

    /** Refuses a text that is longer than its column; nothing is cut, blanks neither. */
    private static String checkLength(String text, DataType type) {
        if (type.length() != DataType.UNBOUNDED && text.length() > type.length()) {
            int characters = text.codePointCount(0, text.length());
            if (characters > type.length()) {
                throw new LakelogException(
                        ErrorCode.VALUE_TOO_LONG,
                        "value '" + shortened(text) + "' of " + characters + " characters is too long for "
                                + type.sql());
            }
        }
        return text;
    }

    private static byte[] toBytes(Object value, DataType type) {
        if (!(value instanceof byte[] bytes)) {
            throw mismatch(value, type);
        }
        if (bytes.length > type.length()) {
            throw new LakelogException(
                    ErrorCode.VALUE_TOO_LONG, "value of " + bytes.length + " bytes is too long for " + type.sql());
        }
        return bytes;
    }

    private static LocalDate toDate(Object value, DataType type) {
        if (value instanceof LocalDate date) {
            return date;
        }
        if (value instanceof LocalDateTime time && time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
            return time.toLocalDate();
        }
        if (value instanceof String text) {
            return DateTimeText.date(text);
        }
        throw mismatch(value, type);
    }

    private static LocalTime toTime(Object value, DataType type) {
        if (value instanceof LocalTime time) {
            return DateTimeText.truncate(time, type.length());
        }
        if (value instanceof String text) {
            return DateTimeText.truncate(DateTimeText.time(text), type.length());
        }
        throw mismatch(value, type);
    }

    private static LocalDateTime toDateTime(Object value, DataType type, ZoneId zone) {
        if (value instanceof LocalDateTime time) {
            return time;
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (value instanceof Instant instant) {
            return LocalDateTime.ofInstant(instant, zone);
        }
        if (value instanceof OffsetDateTime time) {
            return LocalDateTime.ofInstant(time.toInstant(), zone);
        }
        if (value instanceof ZonedDateTime time) {
            return LocalDateTime.ofInstant(time.toInstant(), zone);
        }
        if (value instanceof String text) {
            return DateTimeText.dateTime(text);
        }
        throw mismatch(value, type);
    }

    private static Instant toInstant(Object value, DataType type, ZoneId zone) {
        Instant instant;
        if (value instanceof Instant given) {
            instant = given;
        } else if (value instanceof OffsetDateTime time) {
            instant = time.toInstant();
        } else if (value instanceof ZonedDateTime time) {
            instant = time.toInstant();
        } else if (value instanceof String text) {
            instant = DateTimeText.instant(text, zone);
        } else {
            instant = toDateTime(value, type, zone).atZone(zone).toInstant();
        }
        checkRange(LocalDateTime.ofInstant(instant, ZoneOffset.UTC), type);
        return instant;
    }

    private static LocalDateTime checkRange(LocalDateTime time, DataType type) {
        try {
            Values.micros(time);
            return Values.truncate(time, type.length());
        } catch (ArithmeticException e) {
            throw new LakelogException(
                    ErrorCode.DATETIME_OVERFLOW, "value " + time + " is outside the range of " + type.sql(), e);
        }
    }

    static LakelogException outOfRange(String value, DataType type) {
        return new LakelogException(
                ErrorCode.NUMERIC_OVERFLOW, "value " + shortened(value) + " is out of range for " + type.sql());
    }

    static LakelogException badText(String text, String type, String right) {
        return new LakelogException(
                ErrorCode.INVALID_TEXT,
                "text '" + shortened(text) + "' is not a " + type + ": " + right + " is expected");
    }

    static LakelogException mismatch(Object value, DataType type) {
        return new LakelogException(
                ErrorCode.TYPE_MISMATCH, "a " + sqlName(value) + " value does not fit type " + type.sql());
    }

    /** What SQL calls the type of a Java value. */
    public static String sqlName(Object value) {
        if (value instanceof Boolean) {
            return "BOOLEAN";
        } else if (value instanceof Number number) {
            return number instanceof Float || number instanceof Double ? "DOUBLE" : "numeric";
        } else if (value instanceof String || value instanceof Character) {
            return "text";
        } else if (value instanceof byte[]) {
            return "binary";
        } else if (value instanceof LocalDate) {
            return "DATE";
        } else if (value instanceof LocalTime) {
            return "TIME";
        } else if (value instanceof LocalDateTime) {
            return "TIMESTAMP";
        } else if (value instanceof Instant || value instanceof OffsetDateTime || value instanceof ZonedDateTime) {
            return "TIMESTAMP_LTZ";
        } else if (value instanceof java.util.List) {
            return "ARRAY or ROW";
        } else if (value instanceof java.util.Map) {
            return "MAP";
        }
        return value.getClass().getSimpleName();
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
