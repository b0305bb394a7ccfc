package io.lakelog.jdbc.convert;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Values that a caller sets, made into those that the engine takes: the old date classes become {@code java.time}, streams
 * are read. The type of the parameter only decides what a moment or a wall clock time means; checking that a value fits
 * is the engine's.
 */
public final class ParameterValues {
    private ParameterValues() {}

    /**
     * A value for a parameter of type {@code target}.
     *
     * @param calendar whose zone says which wall clock time an old date is, or null for the zone of the JVM
     * @param zone of the session: which moment a wall clock time is
     */
    public static @Nullable Object of(@Nullable Object value, DataType target, @Nullable Calendar calendar, ZoneId zone)
            throws SQLException {
        if (value == null
                || value instanceof Number
                || value instanceof String
                || value instanceof Boolean
                || value instanceof byte[]) {
            return value;
        } else if (value instanceof java.util.Date date) {
            return ofOldDate(date, target.kind(), calendar);
        } else if (value instanceof LocalDate || value instanceof LocalTime) {
            return value;
        } else if (value instanceof LocalDateTime wallClock) {
            return target.kind() == TypeKind.TIMESTAMP_LTZ
                    ? wallClock.atZone(zone).toInstant()
                    : wallClock;
        }
        if (NestedParameters.isNested(value)) {
            return NestedParameters.of(value, target, zone);
        }
        Instant moment = moment(value);
        if (moment != null) {
            return ofMoment(moment, target.kind(), zone);
        } else if (value instanceof UUID || value instanceof Character) {
            return value.toString();
        } else if (value instanceof Clob clob) {
            return text(clob.getCharacterStream(), -1);
        } else if (value instanceof Blob blob) {
            return bytes(blob.getBinaryStream(), -1);
        } else if (value instanceof Reader reader) {
            return text(reader, -1);
        } else if (value instanceof InputStream stream) {
            return bytes(stream, -1);
        }
        throw SqlErrors.of(
                ErrorCode.TYPE_MISMATCH,
                "a value of class " + value.getClass().getName() + " cannot be a parameter of type " + target.sql());
    }

    private static @Nullable Instant moment(Object value) {
        if (value instanceof Instant instant) {
            return instant;
        } else if (value instanceof OffsetDateTime time) {
            return time.toInstant();
        } else if (value instanceof ZonedDateTime time) {
            return time.toInstant();
        } else if (value instanceof Calendar time) {
            return time.toInstant();
        }
        return null;
    }

    private static Object ofMoment(Instant moment, TypeKind target, ZoneId zone) {
        return switch (target) {
            case TIMESTAMP_LTZ -> moment;
            case DATE -> moment.atZone(zone).toLocalDate();
            case TIME -> moment.atZone(zone).toLocalTime();
            default -> moment.atZone(zone).toLocalDateTime();
        };
    }

    private static Object ofOldDate(java.util.Date date, TypeKind target, @Nullable Calendar calendar) {
        boolean onlyDate = date instanceof java.sql.Date;
        return switch (target) {
            case DATE -> OldTime.toLocalDate(date, calendar);
            case TIME -> OldTime.toLocalTime(date, calendar);
            case TIMESTAMP -> OldTime.toLocalDateTime(date, calendar);
            case TIMESTAMP_LTZ ->
                date instanceof java.sql.Timestamp timestamp
                        ? timestamp.toInstant()
                        : Instant.ofEpochMilli(date.getTime());
            default -> {
                if (onlyDate) {
                    yield OldTime.toLocalDate(date, calendar);
                }
                yield date instanceof java.sql.Time
                        ? OldTime.toLocalTime(date, calendar)
                        : OldTime.toLocalDateTime(date, calendar);
            }
        };
    }

    /**
     * The value as an object of the SQL type that the caller names.
     *
     * @param sqlType one of {@link Types}
     * @param scale digits after the point for DECIMAL and NUMERIC, or -1 to keep them all
     */
    public static @Nullable Object as(@Nullable Object value, int sqlType, int scale) throws SQLException {
        if (value == null) {
            return null;
        }
        return switch (sqlType) {
            case Types.DECIMAL, Types.NUMERIC -> {
                BigDecimal number = number(value);
                yield scale < 0 ? number : number.setScale(scale, RoundingMode.HALF_UP);
            }
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT ->
                value instanceof Boolean flag
                        ? (Object) (flag ? 1 : 0)
                        : value instanceof Number ? value : number(value);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> value instanceof Number ? value : number(value);
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
                value instanceof Number || value instanceof Boolean ? value.toString() : value;
            case Types.DATE -> value instanceof String text ? TimeText.parseDate(text) : value;
            case Types.TIME -> value instanceof String text ? TimeText.parseTime(text) : value;
            case Types.TIMESTAMP -> value instanceof String text ? TimeText.parseDateTime(text) : value;
            case Types.REF, Types.DATALINK, Types.SQLXML, Types.ROWID, Types.DISTINCT, Types.REF_CURSOR ->
                throw SqlErrors.unsupported("a parameter of that SQL type (" + sqlType + ")");
            default -> value;
        };
    }

    private static BigDecimal number(Object value) throws SQLException {
        try {
            if (value instanceof BigDecimal number) {
                return number;
            } else if (value instanceof Boolean flag) {
                return flag ? BigDecimal.ONE : BigDecimal.ZERO;
            }
            return new BigDecimal(value.toString().trim());
        } catch (NumberFormatException e) {
            throw SqlErrors.of(ErrorCode.INVALID_TEXT, "'" + value + "' is not a number");
        }
    }

    /** All characters of a reader, which is closed; at most {@code length} unless that is negative. */
    public static String text(Reader reader, long length) throws SQLException {
        try (reader) {
            StringWriter text = new StringWriter();
            char[] buffer = new char[8192];
            long left = length < 0 ? Long.MAX_VALUE : length;
            while (left > 0) {
                int count = reader.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    break;
                }
                text.write(buffer, 0, count);
                left -= count;
            }
            return text.toString();
        } catch (IOException e) {
            throw SqlErrors.of(ErrorCode.IO, "the parameter's stream failed: " + e.getMessage());
        }
    }

    /** All bytes of a stream, which is closed; at most {@code length} unless that is negative. */
    public static byte[] bytes(InputStream stream, long length) throws SQLException {
        try (stream) {
            return length < 0 ? stream.readAllBytes() : stream.readNBytes((int) Math.min(Integer.MAX_VALUE, length));
        } catch (IOException e) {
            throw SqlErrors.of(ErrorCode.IO, "the parameter's stream failed: " + e.getMessage());
        }
    }
}
