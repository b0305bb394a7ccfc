package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Casts to numbers, called by generated code. What does not fit its type fails with NUMERIC_OVERFLOW, a text that is no
 * number with INVALID_TEXT; a fraction that has no room is rounded half up (away from zero). Pure; public for generated
 * classes only.
 */
public final class CastFunctions {
    private CastFunctions() {}

    public static byte toTinyint(long value) {
        if (value != (byte) value) {
            throw NumberFunctions.outOfRange(value, "TINYINT");
        }
        return (byte) value;
    }

    public static short toSmallint(long value) {
        if (value != (short) value) {
            throw NumberFunctions.outOfRange(value, "SMALLINT");
        }
        return (short) value;
    }

    public static int toInt(long value) {
        if (value != (int) value) {
            throw NumberFunctions.outOfRange(value, "INT");
        }
        return (int) value;
    }

    public static long toBigint(long value) {
        return value;
    }

    public static byte toTinyint(double value) {
        return (byte) integral(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
    }

    public static short toSmallint(double value) {
        return (short) integral(value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
    }

    public static int toInt(double value) {
        return (int) integral(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INT");
    }

    public static long toBigint(double value) {
        double rounded = roundHalfUp(value);
        // 2^63 itself is a double but no long.
        if (!(rounded >= -0x1p63 && rounded < 0x1p63)) {
            throw NumberFunctions.outOfRange(value, "BIGINT");
        }
        return (long) rounded;
    }

    private static long integral(double value, long min, long max, String type) {
        double rounded = roundHalfUp(value);
        if (!(rounded >= min && rounded <= max)) {
            throw NumberFunctions.outOfRange(value, type);
        }
        return (long) rounded;
    }

    private static double roundHalfUp(double value) {
        double whole = Math.rint(value);
        // rint rounds halves to even; away from zero is wanted. Halves exist only where a double has a fraction.
        return Math.abs(value - whole) == 0.5 ? value + Math.copySign(0.5, value) : whole;
    }

    public static byte toTinyint(BigDecimal value) {
        return (byte) integral(value, 8, "TINYINT");
    }

    public static short toSmallint(BigDecimal value) {
        return (short) integral(value, 16, "SMALLINT");
    }

    public static int toInt(BigDecimal value) {
        return (int) integral(value, 32, "INT");
    }

    public static long toBigint(BigDecimal value) {
        return integral(value, 64, "BIGINT");
    }

    private static long integral(BigDecimal value, int bits, String type) {
        if (value.precision() - (long) value.scale() > 20) {
            throw NumberFunctions.outOfRange(shown(value), type);
        }
        BigInteger whole = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
        if (whole.bitLength() >= bits) {
            throw NumberFunctions.outOfRange(shown(value), type);
        }
        return whole.longValue();
    }

    /** A text must name an integer: '1.5' is none, '1.0' is one. */
    private static long integralText(String text, int bits, String type) {
        BigDecimal value = parse(text, type);
        if (value.signum() != 0 && value.stripTrailingZeros().scale() > 0) {
            throw invalid(text, type, null);
        }
        return integral(value, bits, type);
    }

    public static byte toTinyint(String text) {
        return (byte) integralText(text, 8, "TINYINT");
    }

    public static short toSmallint(String text) {
        return (short) integralText(text, 16, "SMALLINT");
    }

    public static int toInt(String text) {
        return (int) integralText(text, 32, "INT");
    }

    public static long toBigint(String text) {
        return integralText(text, 64, "BIGINT");
    }

    public static double toDouble(long value) {
        return value;
    }

    public static double toDouble(double value) {
        return value;
    }

    /** A REAL widens to the double of the same value. */
    public static double toDouble(float value) {
        return value;
    }

    public static double toDouble(BigDecimal value) {
        return value.doubleValue();
    }

    public static double toDouble(String text) {
        return approximate(text, "DOUBLE");
    }

    public static float toReal(long value) {
        return value;
    }

    public static float toReal(float value) {
        return value;
    }

    public static float toReal(double value) {
        float narrowed = (float) value;
        if (Float.isInfinite(narrowed) && !Double.isInfinite(value)) {
            throw NumberFunctions.outOfRange(value, "FLOAT");
        }
        return narrowed;
    }

    public static float toReal(BigDecimal value) {
        return toReal(value.doubleValue());
    }

    public static float toReal(String text) {
        return toReal(approximate(text, "FLOAT"));
    }

    public static BigDecimal toDecimal(long value, int precision, int scale) {
        return toDecimal(BigDecimal.valueOf(value), precision, scale);
    }

    /** The shortest decimal that reads as {@code value}, rounded to {@code scale}. */
    public static BigDecimal toDecimal(double value, int precision, int scale) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw NumberFunctions.outOfRange(value, decimalType(precision, scale));
        }
        return toDecimal(new BigDecimal(Double.toString(value)), precision, scale);
    }

    public static BigDecimal toDecimal(float value, int precision, int scale) {
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            throw NumberFunctions.outOfRange(value, decimalType(precision, scale));
        }
        return toDecimal(new BigDecimal(Float.toString(value)), precision, scale);
    }

    /** {@code value} with exactly {@code scale} digits after the point, rounded half up, if it has room. */
    public static BigDecimal toDecimal(BigDecimal value, int precision, int scale) {
        // Before scaling: 1E+1000000 must not become a million digits.
        if (value.precision() - (long) value.scale() > precision - scale && value.signum() != 0) {
            throw NumberFunctions.outOfRange(shown(value), decimalType(precision, scale));
        }
        BigDecimal scaled = value.setScale(scale, RoundingMode.HALF_UP);
        if (scaled.precision() > precision) {
            throw NumberFunctions.outOfRange(shown(value), decimalType(precision, scale));
        }
        return scaled;
    }

    public static BigDecimal toDecimal(String text, int precision, int scale) {
        return toDecimal(parse(text, decimalType(precision, scale)), precision, scale);
    }

    private static BigDecimal parse(String text, String type) {
        try {
            return new BigDecimal(text.trim());
        } catch (NumberFormatException e) {
            throw invalid(text, type, e);
        }
    }

    private static double approximate(String text, String type) {
        String trimmed = text.trim();
        char last = trimmed.isEmpty() ? ' ' : trimmed.charAt(trimmed.length() - 1);
        try {
            // Java also reads its own literals, such as 1d and 0x1p3.
            if (last == 'd'
                    || last == 'f'
                    || last == 'D'
                    || last == 'F'
                    || trimmed.indexOf('x') >= 0
                    || trimmed.indexOf('X') >= 0) {
                throw invalid(text, type, null);
            }
            double value = Double.parseDouble(trimmed);
            if (Double.isInfinite(value) && trimmed.indexOf('I') < 0) {
                throw NumberFunctions.outOfRange(trimmed, type);
            }
            return value;
        } catch (NumberFormatException e) {
            throw invalid(text, type, e);
        }
    }

    /** A number as people write it, unless that would have no end of zeros. */
    private static String shown(BigDecimal value) {
        return Math.abs((long) value.scale()) > 100 ? value.toString() : value.toPlainString();
    }

    private static String decimalType(int precision, int scale) {
        return "DECIMAL(" + precision + ", " + scale + ")";
    }

    private static LakelogException invalid(String text, String type, @Nullable NumberFormatException cause) {
        return new LakelogException(ErrorCode.INVALID_TEXT, "'" + text + "' is not a number of type " + type, cause);
    }
}
