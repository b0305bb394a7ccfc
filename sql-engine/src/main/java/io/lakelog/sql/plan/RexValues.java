package io.lakelog.sql.plan;

import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Literals of Calcite's expressions as values of our types. Pure. */
final class RexValues {
    /** Up to here every whole number is exact as a DOUBLE. */
    private static final long EXACT_DOUBLE_MAX = 1L << 53;

    private static final long EXACT_FLOAT_MAX = 1L << 24;

    private RexValues() {}

    /** A literal that is not NULL as a value of {@code type}, or null if it is not exactly one. */
    static @Nullable Object exactly(RexLiteral literal, DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> literal.getValueAs(Boolean.class);
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL, DOUBLE, FLOAT -> number(literal, type);
            case CHAR, VARCHAR -> literal.getValueAs(String.class);
            case BINARY, VARBINARY ->
                Objects.requireNonNull(literal.getValueAs(ByteString.class)).getBytes();
            case DATE -> {
                Integer days = literal.getType().getSqlTypeName() == SqlTypeName.DATE
                        ? literal.getValueAs(Integer.class)
                        : null;
                yield days == null ? null : LocalDate.ofEpochDay(days);
            }
            case TIME -> {
                Integer millis = literal.getType().getSqlTypeName() == SqlTypeName.TIME
                                && literal.getType().getPrecision() <= 3
                        ? literal.getValueAs(Integer.class)
                        : null;
                yield millis == null ? null : LocalTime.ofNanoOfDay(millis * 1_000_000L);
            }
            case TIMESTAMP ->
                literal.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP ? dateTime(literal, type) : null;
            case TIMESTAMP_LTZ, ARRAY, MAP, MULTISET, ROW -> null;
        };
    }

    private static @Nullable Object dateTime(RexLiteral literal, DataType type) {
        TimestampString text = literal.getValueAs(TimestampString.class);
        if (text == null) {
            return null;
        }
        LocalDateTime time = LocalDateTime.parse(text.toString().replace(' ', 'T'));
        return Values.truncate(time, type.length()).equals(time) ? time : null;
    }

    private static @Nullable Object number(RexLiteral literal, DataType type) {
        BigDecimal number = literal.getValueAs(BigDecimal.class);
        if (number == null) {
            return null;
        }
        boolean whole = number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() < 20;
        try {
            return switch (type.kind()) {
                case TINYINT -> number.byteValueExact();
                case SMALLINT -> number.shortValueExact();
                case INT -> number.intValueExact();
                case BIGINT -> number.longValueExact();
                case DOUBLE -> whole && Math.abs(number.longValue()) <= EXACT_DOUBLE_MAX ? number.doubleValue() : null;
                case FLOAT -> whole && Math.abs(number.longValue()) <= EXACT_FLOAT_MAX ? number.floatValue() : null;
                case DECIMAL -> {
                    BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
                    yield scaled.precision() <= type.length() ? scaled : null;
                }
                default -> throw new IllegalStateException(type.kind().name().toLowerCase(Locale.ROOT));
            };
        } catch (ArithmeticException e) {
            // Not a value of the column's type: the comparison is left to code that widens the column.
            return null;
        }
    }
}
