package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.function.Supplier;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberFunctionsTest {
    private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @Property
    void longsNeverWrap(@ForAll long a, @ForAll long b) {
        BigInteger x = BigInteger.valueOf(a);
        BigInteger y = BigInteger.valueOf(b);
        check(() -> NumberFunctions.plus(a, b), x.add(y), LONG_MIN, LONG_MAX);
        check(() -> NumberFunctions.minus(a, b), x.subtract(y), LONG_MIN, LONG_MAX);
        check(() -> NumberFunctions.times(a, b), x.multiply(y), LONG_MIN, LONG_MAX);
        check(() -> NumberFunctions.negate(a), x.negate(), LONG_MIN, LONG_MAX);
        check(() -> NumberFunctions.abs(a), x.abs(), LONG_MIN, LONG_MAX);
        if (b != 0) {
            check(() -> NumberFunctions.divide(a, b), x.divide(y), LONG_MIN, LONG_MAX);
            check(() -> NumberFunctions.mod(a, b), x.remainder(y), LONG_MIN, LONG_MAX);
        }
    }

    @Property
    void intsNeverWrap(@ForAll int a, @ForAll int b) {
        BigInteger x = BigInteger.valueOf(a);
        BigInteger y = BigInteger.valueOf(b);
        BigInteger min = BigInteger.valueOf(Integer.MIN_VALUE);
        BigInteger max = BigInteger.valueOf(Integer.MAX_VALUE);
        check(() -> (long) NumberFunctions.plus(a, b), x.add(y), min, max);
        check(() -> (long) NumberFunctions.minus(a, b), x.subtract(y), min, max);
        check(() -> (long) NumberFunctions.times(a, b), x.multiply(y), min, max);
        check(() -> (long) NumberFunctions.negate(a), x.negate(), min, max);
        if (b != 0) {
            check(() -> (long) NumberFunctions.divide(a, b), x.divide(y), min, max);
        }
    }

    @Property
    void integersNarrowOrFail(@ForAll long value, @ForAll short small) {
        for (long number : new long[] {value, small, small * 70_000L}) {
            BigInteger exact = BigInteger.valueOf(number);
            check(() -> (long) CastFunctions.toTinyint(number), exact, bits(8).negate(), below(8));
            check(() -> (long) CastFunctions.toSmallint(number), exact, bits(16).negate(), below(16));
            check(() -> (long) CastFunctions.toInt(number), exact, bits(32).negate(), below(32));
        }
    }

    @Property
    void fractionsRoundHalfUp(@ForAll @Scale(3) BigDecimal value) {
        BigInteger rounded = value.setScale(0, RoundingMode.HALF_UP).unscaledValue();
        check(() -> (long) CastFunctions.toTinyint(value), rounded, bits(8).negate(), below(8));
        check(() -> (long) CastFunctions.toInt(value), rounded, bits(32).negate(), below(32));
        check(() -> CastFunctions.toBigint(value), rounded, LONG_MIN, LONG_MAX);
    }

    @Property
    void doublesRoundHalfUp(@ForAll double value, @ForAll int halves) {
        for (double number : new double[] {value, halves / 2.0}) {
            if (Double.isNaN(number) || Double.isInfinite(number)) {
                continue;
            }
            BigInteger rounded =
                    new BigDecimal(number).setScale(0, RoundingMode.HALF_UP).unscaledValue();
            check(() -> (long) CastFunctions.toSmallint(number), rounded, bits(16).negate(), below(16));
            check(() -> (long) CastFunctions.toInt(number), rounded, bits(32).negate(), below(32));
            check(() -> CastFunctions.toBigint(number), rounded, LONG_MIN, LONG_MAX);
        }
    }

    private static BigInteger bits(int bits) {
        return BigInteger.ONE.shiftLeft(bits - 1);
    }

    private static BigInteger below(int bits) {
        return bits(bits).subtract(BigInteger.ONE);
    }

    private static void check(Supplier<Long> computed, BigInteger exact, BigInteger min, BigInteger max) {
        if (exact.compareTo(min) < 0 || exact.compareTo(max) > 0) {
            assertCode(ErrorCode.NUMERIC_OVERFLOW, computed);
        } else {
            assertThat(BigInteger.valueOf(computed.get())).isEqualTo(exact);
        }
    }

    @Property
    void decimalsAreExactOrRefused(
            @ForAll @Scale(20) BigDecimal a,
            @ForAll @Scale(10) BigDecimal b,
            @ForAll @IntRange(min = 1, max = 38) int precision,
            @ForAll @IntRange(min = 0, max = 20) int scale) {
        if (scale > precision) {
            return;
        }
        decimal(() -> NumberFunctions.plus(a, b, precision, scale), a.add(b), precision, scale);
        decimal(() -> NumberFunctions.minus(a, b, precision, scale), a.subtract(b), precision, scale);
        decimal(() -> NumberFunctions.times(a, b, precision, scale), a.multiply(b), precision, scale);
        decimal(() -> CastFunctions.toDecimal(a, precision, scale), a, precision, scale);
        if (b.signum() != 0) {
            BigDecimal quotient = a.divide(b, scale, RoundingMode.HALF_UP);
            decimal(() -> NumberFunctions.divide(a, b, precision, scale), quotient, precision, scale);
            decimal(() -> NumberFunctions.mod(a, b, precision, scale), a.remainder(b), precision, scale);
        }
    }

    private static void decimal(Supplier<BigDecimal> computed, BigDecimal exact, int precision, int scale) {
        BigDecimal rounded = exact.setScale(scale, RoundingMode.HALF_UP);
        if (rounded.precision() > precision) {
            assertCode(ErrorCode.NUMERIC_OVERFLOW, computed);
        } else {
            // equals of BigDecimal compares the scale as well
            assertThat(computed.get()).isEqualTo(rounded);
        }
    }

    @Example
    void zeroDividesNothing() {
        assertCode(ErrorCode.DIVISION_BY_ZERO, () -> NumberFunctions.divide(1L, 0L));
        assertCode(ErrorCode.DIVISION_BY_ZERO, () -> NumberFunctions.divide(1, 0));
        assertCode(ErrorCode.DIVISION_BY_ZERO, () -> NumberFunctions.mod(1L, 0L));
        assertCode(
                ErrorCode.DIVISION_BY_ZERO, () -> NumberFunctions.divide(BigDecimal.ONE, new BigDecimal("0.00"), 9, 2));
        assertCode(ErrorCode.DIVISION_BY_ZERO, () -> NumberFunctions.mod(BigDecimal.ONE, BigDecimal.ZERO, 9, 2));
    }

    @Example
    void hugeExponentsStaySmall() {
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toDecimal("1E1000000000", 38, 0));
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toBigint("1E1000000000"));
        assertThat(CastFunctions.toDecimal("1E-1000000", 38, 10)).isEqualTo(new BigDecimal("0E-10"));
    }

    @Example
    void floatingPointNumbersBecomeTheDecimalsTheyShow() {
        assertThat(CastFunctions.toDecimal(0.1, 38, 20)).isEqualByComparingTo("0.1");
        assertThat(CastFunctions.toDecimal(0.1f, 38, 20)).isEqualByComparingTo("0.1");
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toDecimal(Double.NaN, 38, 0));
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toBigint(Double.NaN));
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toBigint(0x1p63));
        assertThat(CastFunctions.toBigint(-0x1p63)).isEqualTo(Long.MIN_VALUE);
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toReal(1e39));
        assertThat(CastFunctions.toReal(Double.POSITIVE_INFINITY)).isInfinite();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "abc", "1.5", "1d", "0x10", "1,000", "--1", "1e", "NaN"})
    void notEveryTextIsAnInteger(String text) {
        assertCode(ErrorCode.INVALID_TEXT, () -> CastFunctions.toInt(text));
        assertCode(ErrorCode.INVALID_TEXT, () -> CastFunctions.toBigint(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "1d", "1f", "0x1p3", "1,5"})
    void notEveryTextIsADouble(String text) {
        assertCode(ErrorCode.INVALID_TEXT, () -> CastFunctions.toDouble(text));
    }

    @Example
    void textsAreRead() {
        assertThat(CastFunctions.toInt(" +12 ")).isEqualTo(12);
        assertThat(CastFunctions.toInt("1.0")).isEqualTo(1);
        assertThat(CastFunctions.toDouble("NaN")).isNaN();
        assertThat(CastFunctions.toDouble("-Infinity")).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(CastFunctions.toDouble("1e3")).isEqualTo(1000);
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toDouble("1e400"));
        assertCode(ErrorCode.NUMERIC_OVERFLOW, () -> CastFunctions.toTinyint("128"));
    }

    private static void assertCode(ErrorCode code, Supplier<?> call) {
        assertThatThrownBy(call::get)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
