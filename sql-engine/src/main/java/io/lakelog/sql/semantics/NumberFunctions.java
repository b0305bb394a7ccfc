package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Arithmetic of numbers, called by generated code. What does not fit its type fails with NUMERIC_OVERFLOW,
 * nothing wraps; a fraction that has no room is rounded half up (away from zero). Pure; public for generated classes only.
 */
public final class NumberFunctions {
    private NumberFunctions() {}

    public static BigDecimal plus(BigDecimal a, BigDecimal b, int precision, int scale) {
        return CastFunctions.toDecimal(a.add(b), precision, scale);
    }

    public static BigDecimal minus(BigDecimal a, BigDecimal b, int precision, int scale) {
        return CastFunctions.toDecimal(a.subtract(b), precision, scale);
    }

    public static BigDecimal times(BigDecimal a, BigDecimal b, int precision, int scale) {
        return CastFunctions.toDecimal(a.multiply(b), precision, scale);
    }

    public static BigDecimal divide(BigDecimal a, BigDecimal b, int precision, int scale) {
        if (b.signum() == 0) {
            throw divisionByZero();
        }
        return CastFunctions.toDecimal(a.divide(b, scale, RoundingMode.HALF_UP), precision, scale);
    }

    /** The remainder, with the sign of {@code a}. */
    public static BigDecimal mod(BigDecimal a, BigDecimal b, int precision, int scale) {
        if (b.signum() == 0) {
            throw divisionByZero();
        }
        return CastFunctions.toDecimal(a.remainder(b), precision, scale);
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
        return CastFunctions.toBigint(micros * factor);
    }

    public static long scaleInterval(long micros, BigDecimal factor) {
        return CastFunctions.toBigint(BigDecimal.valueOf(micros).multiply(factor));
    }

    static LakelogException outOfRange(Object value, String type) {
        return new LakelogException(ErrorCode.NUMERIC_OVERFLOW, "value " + value + " is out of range for " + type);
    }

    private static LakelogException divisionByZero() {
        return new LakelogException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
}
