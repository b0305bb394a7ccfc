package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Casts and arithmetic of numbers, called by generated code. What does not fit its type fails with NUMERIC_OVERFLOW,
 * nothing wraps; a fraction that has no room is rounded half up (away from zero). Pure; public for generated classes only.
 */
public final class NumberFunctions {
    private static final int MAX_DIGITS = 38;

    private NumberFunctions() {}

    public static byte toTinyint(long value) {
        if (value != (byte) value) {
            throw outOfRange(value, "TINYINT");
        }
        return (byte) value;
    }

    public static short toSmallint(long value) {
        if (value != (short) value) {
            throw outOfRange(value, "SMALLINT");
        }
        return (short) value;
    }

    public static int toInt(long value) {
        if (value != (int) value) {
            throw outOfRange(value, "INT");
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
            throw outOfRange(value, "BIGINT");
        }
        return (long) rounded;
    }

    private static long integral(double value, long min, long max, String type) {
        double rounded = roundHalfUp(value);
        if (!(rounded >= min && rounded <= max)) {
            throw outOfRange(value, type);
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
            throw outOfRange(shown(value), type);
        }
        BigInteger whole = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
        if (whole.bitLength() >= bits) {
            throw outOfRange(shown(value), type);
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
            throw outOfRange(value, "FLOAT");
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
            throw outOfRange(value, decimalType(precision, scale));
        }
        return toDecimal(new BigDecimal(Double.toString(value)), precision, scale);
    }

    public static BigDecimal toDecimal(float value, int precision, int scale) {
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            throw outOfRange(value, decimalType(precision, scale));
        }
        return toDecimal(new BigDecimal(Float.toString(value)), precision, scale);
    }

    /** {@code value} with exactly {@code scale} digits after the point, rounded half up, if it has room. */
    public static BigDecimal toDecimal(BigDecimal value, int precision, int scale) {
        // Before scaling: 1E+1000000 must not become a million digits.
        if (value.precision() - (long) value.scale() > precision - scale && value.signum() != 0) {
            throw outOfRange(shown(value), decimalType(precision, scale));
        }
        BigDecimal scaled = value.setScale(scale, RoundingMode.HALF_UP);
        if (scaled.precision() > precision) {
            throw outOfRange(shown(value), decimalType(precision, scale));
        }
        return scaled;
    }

    public static BigDecimal toDecimal(String text, int precision, int scale) {
        return toDecimal(parse(text, decimalType(precision, scale)), precision, scale);
    }

    public static BigDecimal plus(BigDecimal a, BigDecimal b, int precision, int scale) {
        return toDecimal(a.add(b), precision, scale);
    }

    public static BigDecimal minus(BigDecimal a, BigDecimal b, int precision, int scale) {
        return toDecimal(a.subtract(b), precision, scale);
    }

    public static BigDecimal times(BigDecimal a, BigDecimal b, int precision, int scale) {
        return toDecimal(a.multiply(b), precision, scale);
    }

    public static BigDecimal divide(BigDecimal a, BigDecimal b, int precision, int scale) {
        if (b.signum() == 0) {
            throw divisionByZero();
        }
        return toDecimal(a.divide(b, scale, RoundingMode.HALF_UP), precision, scale);
    }

    /** The remainder, with the sign of {@code a}. */
    public static BigDecimal mod(BigDecimal a, BigDecimal b, int precision, int scale) {
        if (b.signum() == 0) {
            throw divisionByZero();
        }
        return toDecimal(a.remainder(b), precision, scale);
    }

    public static BigDecimal negate(BigDecimal a) {
        return a.negate();
    }

    public static BigDecimal abs(BigDecimal a) {
        return a.abs();
    }

    /** The one decimal that stands for all that are equal to {@code a}: without zeros at the end. */
    public static BigDecimal normal(BigDecimal a) {
        return a.stripTrailingZeros();
    }

    public static long mod(long a, long b) {
        if (b == 0) {
            throw divisionByZero();
        }
        return a % b;
    }

    public static int plus(int a, int b) {
        int sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw outOfRange(a + " + " + b, "INT");
        }
        return sum;
    }

    public static int minus(int a, int b) {
        int difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw outOfRange(a + " - " + b, "INT");
        }
        return difference;
    }

    public static int times(int a, int b) {
        long product = (long) a * b;
        if (product != (int) product) {
            throw outOfRange(a + " * " + b, "INT");
        }
        return (int) product;
    }

    public static int divide(int a, int b) {
        if (b == 0) {
            throw divisionByZero();
        }
        return b == -1 ? negate(a) : a / b;
    }

    public static int negate(int a) {
        if (a == Integer.MIN_VALUE) {
            throw outOfRange("-(" + a + ")", "INT");
        }
        return -a;
    }

    public static long plus(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            throw outOfRange(a + " + " + b, "BIGINT");
        }
        return sum;
    }

    public static long minus(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            throw outOfRange(a + " - " + b, "BIGINT");
        }
        return difference;
    }

    public static long times(long a, long b) {
        long product = a * b;
        if (Math.multiplyHigh(a, b) != product >> 63) {
            throw outOfRange(a + " * " + b, "BIGINT");
        }
        return product;
    }

    public static long divide(long a, long b) {
        if (b == 0) {
            throw divisionByZero();
        }
        return b == -1 ? negate(a) : a / b;
    }

    public static long negate(long a) {
        if (a == Long.MIN_VALUE) {
            throw outOfRange("-(" + a + ")", "BIGINT");
        }
        return -a;
    }

    public static long abs(long a) {
        return a < 0 ? negate(a) : a;
    }

    /** {@code value}, if its distance from zero is at most {@code limit}: RANGE frames need room beyond it. */
    public static long rangeKey(long value, long limit) {
        if (value < -limit || value > limit) {
            throw outOfRange(value, "a RANGE frame with an offset");
        }
        return value;
    }

    /** {@code value} as a number of units of {@code scale}, which is at least its own scale. */
    public static long unscaled(BigDecimal value, int scale) {
        return value.setScale(scale).unscaledValue().longValueExact();
    }

    /** A number of microseconds times a fraction, rounded half up. */
    public static long scaleInterval(long micros, double factor) {
        return toBigint(micros * factor);
    }

    public static long scaleInterval(long micros, BigDecimal factor) {
        return toBigint(BigDecimal.valueOf(micros).multiply(factor));
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
                throw outOfRange(trimmed, type);
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
        return "DECIMAL(" + Math.min(precision, MAX_DIGITS) + ", " + scale + ")";
    }

    private static LakelogException outOfRange(Object value, String type) {
        return new LakelogException(ErrorCode.NUMERIC_OVERFLOW, "value " + value + " is out of range for " + type);
    }

    private static LakelogException divisionByZero() {
        return new LakelogException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }

    private static LakelogException invalid(String text, String type, @Nullable NumberFormatException cause) {
        return new LakelogException(ErrorCode.INVALID_TEXT, "'" + text + "' is not a number of type " + type, cause);
    }
}
