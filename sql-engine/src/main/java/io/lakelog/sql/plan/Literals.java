package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.TypeKind;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.BitString;
import org.jspecify.annotations.Nullable;

/** Literals of the parse tree as values of a column, without a plan. Pure. */
final class Literals {
    private Literals() {}

    /** Whether {@link #value} can read the node. */
    static boolean isLiteral(SqlNode node) {
        if (node.getKind() == SqlKind.MINUS_PREFIX) {
            SqlNode operand = ((SqlCall) node).operand(0);
            return operand instanceof SqlLiteral literal && isNumeric(literal);
        }
        return node instanceof SqlLiteral literal
                && (literal instanceof SqlUnknownLiteral
                        || isNumeric(literal)
                        || literal.getTypeName() == SqlTypeName.NULL
                        || literal.getTypeName() == SqlTypeName.BOOLEAN
                        || literal.getTypeName() == SqlTypeName.CHAR
                        || literal.getTypeName() == SqlTypeName.BINARY
                        || isDateTime(literal.getTypeName()));
    }

    private static boolean isNumeric(SqlLiteral literal) {
        return literal.getTypeName() == SqlTypeName.DECIMAL || literal.getTypeName() == SqlTypeName.DOUBLE;
    }

    private static boolean isDateTime(SqlTypeName name) {
        return name == SqlTypeName.DATE
                || name == SqlTypeName.TIME
                || name == SqlTypeName.TIMESTAMP
                || name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }

    /** The literal as the class of an argument's type, or null for NULL. */
    static @Nullable Object argument(SqlNode node, DataType type, String what, ZoneId zone) {
        try {
            Object value = read(node, zone);
            return value == null ? null : ValueConversion.convert(value, type, ValueConversion.Loss.REFUSE, zone);
        } catch (LakelogException e) {
            throw new LakelogException(
                    e.code(), what + " at " + SqlText.place(node.getParserPosition()) + ": " + e.getMessage(), e);
        }
    }

    /**
     * The literal as the class of the column's type, or null for NULL.
     *
     * @throws LakelogException naming the column and the place, if the literal does not fit
     */
    static @Nullable Object value(SqlNode node, Field column, ZoneId zone) {
        try {
            Object value = read(node, zone);
            if (value == null) {
                return null;
            }
            checkKind(value, column.type());
            return ValueConversion.convert(value, column.type(), ValueConversion.Loss.ROUND, zone);
        } catch (LakelogException e) {
            throw new LakelogException(
                    e.code(),
                    "column '" + column.name() + "': " + e.getMessage() + " (" + SqlText.place(node.getParserPosition())
                            + ")",
                    e);
        }
    }

    /** A number is not a text and a text is not a number, even if it looks like one. */
    private static void checkKind(Object value, DataType type) {
        boolean text = type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR;
        boolean numeric =
                switch (type.kind()) {
                    case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, DECIMAL, BOOLEAN -> true;
                    default -> false;
                };
        if (text != value instanceof String && (text || numeric)) {
            throw new LakelogException(
                    ErrorCode.TYPE_MISMATCH,
                    "a " + ValueConversion.sqlName(value) + " literal does not fit type " + type.sql() + "; write "
                            + (text ? "it in single quotes" : "CAST(" + shown(value) + " AS " + type.sql() + ")")
                            + " if that is meant");
        }
    }

    private static String shown(Object value) {
        return value instanceof String text ? "'" + text.replace("'", "''") + "'" : "...";
    }

    private static @Nullable Object read(SqlNode node, ZoneId zone) {
        if (node.getKind() == SqlKind.MINUS_PREFIX) {
            SqlLiteral literal = ((SqlCall) node).operand(0);
            return Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).negate();
        }
        if (node instanceof SqlUnknownLiteral literal) {
            return dateTime(literal.tag, literal.getValue(), zone);
        }
        SqlLiteral literal = (SqlLiteral) node;
        return switch (literal.getTypeName()) {
            case NULL -> null;
            case BOOLEAN -> literal.booleanValue();
            case DECIMAL, DOUBLE -> literal.getValueAs(BigDecimal.class);
            case CHAR -> literal.getValueAs(String.class);
            case BINARY -> bytes(literal);
            default -> dateTime(literal.getTypeName().getName(), literal.toValue(), zone);
        };
    }

    private static byte[] bytes(SqlLiteral literal) {
        BitString bits = Objects.requireNonNull(literal.getValueAs(BitString.class));
        return new ByteString(bits.getAsByteArray()).getBytes();
    }

    private static Object dateTime(String tag, @Nullable String text, ZoneId zone) {
        DataType type =
                switch (tag) {
                    case "DATE" -> DataType.DATE;
                    case "TIME" -> DataType.time(9);
                    case "TIMESTAMP" -> DataType.timestamp(9);
                    case "TIMESTAMP WITH LOCAL TIME ZONE", "TIMESTAMP_WITH_LOCAL_TIME_ZONE" -> DataType.timestampLtz(9);
                    default -> throw LakelogException.unsupported("a literal of type " + tag + " is not supported yet");
                };
        return ValueConversion.convert(Objects.requireNonNull(text), type, ValueConversion.Loss.REFUSE, zone);
    }
}
