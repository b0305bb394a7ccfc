package io.lakelog.storage.row;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The door between vectors and single Java values, for the edges (literals, parameters, tests), never for hot loops. The
 * Java classes are: Boolean; Byte, Short, Integer, Long; Float, Double; BigDecimal with the column's scale; String;
 * byte[]; LocalDate; LocalTime; LocalDateTime for TIMESTAMP; Instant for TIMESTAMP_LTZ; a List of its elements for ARRAY;
 * a Map, in the order of its entries, for MAP and MULTISET (element to count); a List of its fields for ROW. Thread-safe.
 */
public final class Values {
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private Values() {}

    /** The value at {@code row} in its Java class, or null. */
    public static @Nullable Object get(Column column, DataType type, int row) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> ((Column.Booleans) column).values[row];
            case TINYINT -> (byte) ((Column.Ints) column).values[row];
            case SMALLINT -> (short) ((Column.Ints) column).values[row];
            case INT -> ((Column.Ints) column).values[row];
            case DATE -> LocalDate.ofEpochDay(((Column.Ints) column).values[row]);
            case TIME -> LocalTime.ofNanoOfDay(((Column.Ints) column).values[row] * 1_000_000L);
            case BIGINT -> ((Column.Longs) column).values[row];
            case TIMESTAMP -> dateTime(column, row);
            case TIMESTAMP_LTZ -> dateTime(column, row).toInstant(ZoneOffset.UTC);
            case FLOAT -> ((Column.Floats) column).values[row];
            case DOUBLE -> ((Column.Doubles) column).values[row];
            case DECIMAL -> new BigDecimal(unscaled(column, row), type.scale());
            case CHAR, VARCHAR -> new String(bytes(column, row), StandardCharsets.UTF_8);
            case BINARY, VARBINARY -> bytes(column, row);
            case ARRAY, MAP, MULTISET, ROW -> NestedValues.get(column, type, row);
        };
    }

    /**
     * Appends a value of the Java class that {@link #get} returns for {@code type}; null appends NULL.
     *
     * @throws LakelogException NUMERIC_OVERFLOW or VALUE_TOO_LONG when the value does not fit the type, and
     *     TYPE_MISMATCH for another Java class
     */
    public static void append(ColumnBuilder builder, DataType type, @Nullable Object value) {
        if (value == null) {
            builder.appendNull();
            return;
        }
        try {
            switch (type.kind()) {
                case BOOLEAN -> ((BooleansBuilder) builder).append((Boolean) value);
                case TINYINT, SMALLINT, INT -> ((IntsBuilder) builder).append(((Number) value).intValue());
                case DATE -> ((IntsBuilder) builder).append(Math.toIntExact(((LocalDate) value).toEpochDay()));
                case TIME -> ((IntsBuilder) builder).append((int) (((LocalTime) value).toNanoOfDay() / 1_000_000L));
                case BIGINT -> ((LongsBuilder) builder).append(((Number) value).longValue());
                case TIMESTAMP -> appendTime(builder, type, (LocalDateTime) value);
                case TIMESTAMP_LTZ ->
                    appendTime(builder, type, LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC));
                case FLOAT -> ((FloatsBuilder) builder).append((Float) value);
                case DOUBLE -> ((DoublesBuilder) builder).append((Double) value);
                case DECIMAL -> appendDecimal(builder, type, (BigDecimal) value);
                case CHAR, VARCHAR -> appendText((BytesBuilder) builder, type, (String) value);
                case BINARY, VARBINARY -> {
                    byte[] bytes = (byte[]) value;
                    if (bytes.length > type.length()) {
                        throw tooLong(type, bytes.length + " bytes");
                    }
                    ((BytesBuilder) builder).append(bytes);
                }
                case ARRAY, MAP, MULTISET, ROW -> NestedValues.append(builder, type, value);
            }
        } catch (ClassCastException e) {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH,
                    "a value of " + value.getClass().getSimpleName() + " does not fit type " + type.sql(),
                    e);
        }
    }

    /** Microseconds since 1970-01-01T00:00 of a wall clock time; digits below a microsecond are dropped. */
    public static long micros(LocalDateTime time) {
        return Math.addExact(
                Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), MICROS_PER_SECOND), time.getNano() / 1000);
    }

    /** The wall clock time of microseconds since 1970-01-01T00:00. */
    public static LocalDateTime dateTime(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND),
                (int) Math.floorMod(micros, MICROS_PER_SECOND) * 1000,
                ZoneOffset.UTC);
    }

    /** The wall clock time at {@code row} of a TIMESTAMP column, in UTC for TIMESTAMP_LTZ. */
    public static LocalDateTime dateTime(Column column, int row) {
        return column instanceof Column.Nanos fine
                ? dateTime(fine.micros[row]).plusNanos(fine.nanos[row])
                : dateTime(((Column.Longs) column).values[row]);
    }

    /** {@code time} with the digits below {@code precision} fraction digits dropped, towards the past. */
    public static LocalDateTime truncate(LocalDateTime time, int precision) {
        int unit = 1;
        for (int digits = precision; digits < 9; digits++) {
            unit *= 10;
        }
        return time.withNano(time.getNano() / unit * unit);
    }

    private static void appendTime(ColumnBuilder builder, DataType type, LocalDateTime value) {
        LocalDateTime time = truncate(value, type.length());
        if (builder instanceof NanosBuilder fine) {
            fine.append(micros(time), time.getNano() % 1000);
        } else {
            ((LongsBuilder) builder).append(micros(time));
        }
    }

    /** {@code micros} with the digits below {@code precision} fraction digits dropped, towards the past. */
    public static long truncate(long micros, int precision) {
        long unit = 1;
        for (int digits = precision; digits < 6; digits++) {
            unit *= 10;
        }
        return Math.floorDiv(micros, unit) * unit;
    }

    /** The bytes of a BYTES layout value. */
    public static byte[] bytes(Column column, int row) {
        Column.Bytes bytes = (Column.Bytes) column;
        return Arrays.copyOfRange(bytes.data, bytes.offsets[row], bytes.offsets[row + 1]);
    }

    private static BigInteger unscaled(Column column, int row) {
        return column instanceof Column.Longs longs
                ? BigInteger.valueOf(longs.values[row])
                : Int128.toBigInteger(((Column.Int128s) column).high[row], ((Column.Int128s) column).low[row]);
    }

    private static void appendDecimal(ColumnBuilder builder, DataType type, BigDecimal value) {
        BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > type.length()) {
            throw new LakelogException(
                    ErrorCode.NUMERIC_OVERFLOW,
                    "value " + value.toPlainString() + " is out of range for " + type.sql());
        }
        BigInteger unscaled = scaled.unscaledValue();
        if (builder instanceof LongsBuilder longs) {
            longs.append(unscaled.longValueExact());
        } else {
            ((Int128sBuilder) builder).append(Int128.high(unscaled), Int128.low(unscaled));
        }
    }

    private static void appendText(BytesBuilder builder, DataType type, String value) {
        if (type.length() != DataType.UNBOUNDED && value.codePointCount(0, value.length()) > type.length()) {
            throw tooLong(type, value.codePointCount(0, value.length()) + " characters");
        }
        builder.append(Utf8.encode(value));
    }

    private static LakelogException tooLong(DataType type, String length) {
        return new LakelogException(
                ErrorCode.VALUE_TOO_LONG, "value of " + length + " is too long for type " + type.sql());
    }
}
