package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * The states of the aggregates that generated code runs: values are added, none of them NULL, and the result may be asked
 * for at any time. For use by one thread. Public for generated classes only.
 */
public final class Accumulators {
    private Accumulators() {}

    /** A sum of integers that must be a BIGINT in the end; on the way it may be greater. */
    public static final class LongSum {
        private long low;
        private long high;

        public void add(long value) {
            long sum = low + value;
            // The carry out of the unsigned addition, plus the sign extension of the value.
            high += (value >> 63) + (Long.compareUnsigned(sum, value) < 0 ? 1 : 0);
            low = sum;
        }

        public long result() {
            if (high != low >> 63) {
                throw overflow("BIGINT");
            }
            return low;
        }

        double asDouble() {
            if (high == low >> 63) {
                return low;
            }
            BigInteger unsignedLow = BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
            return BigInteger.valueOf(high).shiftLeft(64).add(unsignedLow).doubleValue();
        }
    }

    /** A sum of decimals that must have at most {@code precision} digits in the end. */
    public static final class DecimalSum {
        private final int precision;
        private final int scale;
        private BigDecimal sum = BigDecimal.ZERO;

        public DecimalSum(int precision, int scale) {
            this.precision = precision;
            this.scale = scale;
        }

        public void add(BigDecimal value) {
            sum = sum.add(value);
        }

        public BigDecimal result() {
            BigDecimal scaled = sum.setScale(scale, RoundingMode.HALF_UP);
            if (scaled.precision() > precision) {
                throw overflow("DECIMAL(" + precision + ", " + scale + ")");
            }
            return scaled;
        }
    }

    /** The mean of integers: their exact sum by their number. */
    public static final class LongAverage {
        private final LongSum sum = new LongSum();
        private long count;

        public void add(long value) {
            sum.add(value);
            count++;
        }

        public double result() {
            return sum.asDouble() / count;
        }
    }

    public static final class DecimalAverage {
        private final int precision;
        private final int scale;
        private BigDecimal sum = BigDecimal.ZERO;
        private long count;

        public DecimalAverage(int precision, int scale) {
            this.precision = precision;
            this.scale = scale;
        }

        public void add(BigDecimal value) {
            sum = sum.add(value);
            count++;
        }

        public BigDecimal result() {
            return NumberFunctions.divide(sum, BigDecimal.valueOf(count), precision, scale);
        }
    }

    public static final class DoubleAverage {
        private double sum;
        private long count;

        public void add(double value) {
            sum += value;
            count++;
        }

        public double result() {
            return sum / count;
        }
    }

    /** Variance and standard deviation, by Welford's method: no catastrophic cancellation. */
    public static final class Moments {
        private final boolean sample;
        private final boolean root;
        private double mean;
        private double squares;
        private long count;

        public Moments(boolean sample, boolean root) {
            this.sample = sample;
            this.root = root;
        }

        public void add(double value) {
            count++;
            double delta = value - mean;
            mean += delta / count;
            squares += delta * (value - mean);
        }

        /** Null for a sample of one, or of none. */
        public @Nullable Double result() {
            long divisor = sample ? count - 1 : count;
            if (divisor <= 0) {
                return null;
            }
            double variance = squares / divisor;
            return root ? Math.sqrt(variance) : variance;
        }
    }

    private static LakelogException overflow(String type) {
        return new LakelogException(ErrorCode.NUMERIC_OVERFLOW, "SUM is out of range for " + type);
    }
}
