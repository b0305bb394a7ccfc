package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Converts one value between types, in the classes of {@link Values}, as Paimon's casts do: whole numbers wrap, decimals
 * are rounded half up and are NULL when they do not fit, texts are cut, and a fraction in a text counts for nothing in a
 * whole number. Pure.
 */
@FunctionalInterface
interface ValueCast {
    /** The value in the other type, or null. */
    @Nullable
    Object convert(Object value);

    /** The conversion, or null if there is none. */
    static @Nullable ValueCast of(DataType from, DataType to) {
        return switch (to.kind()) {
            case BOOLEAN -> toBoolean(from);
            case TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE -> toNumber(from, to.kind());
            case DECIMAL -> toDecimal(from, to);
            case CHAR, VARCHAR -> toText(from, to);
            case BINARY, VARBINARY -> toBinary(from, to);
            case DATE -> TemporalCast.toDate(from);
            case TIME -> TemporalCast.toTime(from);
            case TIMESTAMP -> TemporalCast.toTimestamp(from, to);
            case TIMESTAMP_LTZ -> TemporalCast.toMoment(from, to);
            default -> null;
        };
    }

    private static boolean isInteger(TypeKind kind) {
        return kind == TypeKind.TINYINT || kind == TypeKind.SMALLINT || kind == TypeKind.INT || kind == TypeKind.BIGINT;
    }

    private static boolean isNumber(TypeKind kind) {
        return isInteger(kind) || kind == TypeKind.FLOAT || kind == TypeKind.DOUBLE || kind == TypeKind.DECIMAL;
    }

    private static boolean isText(TypeKind kind) {
        return kind == TypeKind.CHAR || kind == TypeKind.VARCHAR;
    }

    private static boolean isBinary(TypeKind kind) {
        return kind == TypeKind.BINARY || kind == TypeKind.VARBINARY;
    }

    private static @Nullable ValueCast toBoolean(DataType from) {
        if (isInteger(from.kind())) {
            return value -> ((Number) value).longValue() != 0;
        }
        return isText(from.kind()) ? value -> truth((String) value) : null;
    }

    private static boolean truth(String text) {
        return switch (text.trim().toLowerCase(Locale.ROOT)) {
            case "t", "true", "y", "yes", "1" -> true;
            case "f", "false", "n", "no", "0" -> false;
            default -> throw new NumberFormatException(text);
        };
    }

    private static @Nullable ValueCast toNumber(DataType from, TypeKind to) {
        if (from.kind() == TypeKind.BOOLEAN) {
            return value -> narrowed((Boolean) value ? 1 : 0, to);
        }
        if (isNumber(from.kind())) {
            return value -> narrowed((Number) value, to);
        }
        return isText(from.kind()) ? value -> parsed(((String) value).trim(), to) : TemporalCast.toSeconds(from, to);
    }

    private static Object narrowed(Number value, TypeKind to) {
        // A fraction is cut towards zero and beyond a long's range stays at its end, as a Java cast does.
        return switch (to) {
            case TINYINT ->
                (byte) (value instanceof Double || value instanceof Float ? value.intValue() : value.longValue());
            case SMALLINT ->
                (short) (value instanceof Double || value instanceof Float ? value.intValue() : value.longValue());
            case INT -> value.intValue();
            case BIGINT -> value.longValue();
            case FLOAT -> value.floatValue();
            default -> value.doubleValue();
        };
    }

    private static Object parsed(String text, TypeKind to) {
        return switch (to) {
            case TINYINT -> Byte.valueOf(whole(text));
            case SMALLINT -> Short.valueOf(whole(text));
            case INT -> Integer.valueOf(whole(text));
            case BIGINT -> Long.valueOf(whole(text));
            case FLOAT -> Float.valueOf(text);
            default -> Double.valueOf(text);
        };
    }

    /** What stands before the digits of a fraction. */
    private static String whole(String text) {
        int point = text.indexOf('.');
        boolean fraction = point >= 0 && text.chars().skip(point + 1).allMatch(c -> c >= '0' && c <= '9');
        return fraction ? text.substring(0, point) : text;
    }

    private static @Nullable ValueCast toDecimal(DataType from, DataType to) {
        if (from.kind() == TypeKind.BOOLEAN) {
            return value -> fitted((Boolean) value ? BigDecimal.ONE : BigDecimal.ZERO, to);
        }
        if (isNumber(from.kind())) {
            return value -> fitted(decimal((Number) value), to);
        }
        return isText(from.kind()) ? value -> fitted(new BigDecimal(((String) value).trim()), to) : null;
    }

    private static BigDecimal decimal(Number value) {
        return value instanceof BigDecimal decimal
                ? decimal
                : value instanceof Double || value instanceof Float
                        ? BigDecimal.valueOf(value.doubleValue())
                        : BigDecimal.valueOf(value.longValue());
    }

    private static @Nullable BigDecimal fitted(BigDecimal value, DataType to) {
        BigDecimal scaled = value.setScale(to.scale(), RoundingMode.HALF_UP);
        return scaled.precision() > to.length() ? null : scaled;
    }

    private static @Nullable ValueCast toText(DataType from, DataType to) {
        if (isText(from.kind()) || isNumber(from.kind()) || from.kind() == TypeKind.BOOLEAN) {
            return value -> shaped(value instanceof BigDecimal d ? d.toPlainString() : value.toString(), to);
        }
        if (isBinary(from.kind())) {
            return value -> shaped(new String((byte[]) value, StandardCharsets.UTF_8), to);
        }
        TemporalCast.Text text = TemporalCast.toText(from);
        return text == null ? null : value -> shaped(text.of(value), to);
    }

    /** Cut to the length of a type; a CHAR is filled up with blanks. */
    private static String shaped(String text, DataType to) {
        int length = text.codePointCount(0, text.length());
        if (length > to.length()) {
            return text.substring(0, text.offsetByCodePoints(0, to.length()));
        }
        return to.kind() == TypeKind.CHAR ? text + " ".repeat(to.length() - length) : text;
    }

    private static @Nullable ValueCast toBinary(DataType from, DataType to) {
        if (isText(from.kind())) {
            return value -> shaped(((String) value).getBytes(StandardCharsets.UTF_8), to);
        }
        return isBinary(from.kind()) ? value -> shaped((byte[]) value, to) : null;
    }

    /** Cut to the length of a type; a BINARY is filled up with zeros. */
    private static byte[] shaped(byte[] bytes, DataType to) {
        boolean fits = to.kind() == TypeKind.BINARY ? bytes.length == to.length() : bytes.length <= to.length();
        return fits ? bytes : Arrays.copyOf(bytes, to.length());
    }
}
