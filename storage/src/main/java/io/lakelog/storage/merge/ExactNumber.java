package io.lakelog.storage.merge;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.row.Int128sBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.schema.AggregateFunction;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * {@code sum} and {@code product} of whole numbers and decimals: exact, within the range of the column's type. Sums of up
 * to 64 bits are kept in a long; all else in a big integer.
 */
final class ExactNumber extends Accumulator {
    private final boolean sum;
    private final DataType type;
    private final String column;
    private final BigInteger greatest;
    private final BigInteger least;
    /** Whether values and bounds fit a long. */
    private final boolean narrow;

    private boolean isNull = true;
    private long small;
    private @Nullable BigInteger big;

    ExactNumber(AggregateFunction function, DataType type, String column) {
        this.sum = function == AggregateFunction.SUM;
        this.type = type;
        this.column = column;
        this.narrow = type.layout() != DataType.Layout.INT128;
        this.greatest = switch (type.kind()) {
            case TINYINT -> BigInteger.valueOf(Byte.MAX_VALUE);
            case SMALLINT -> BigInteger.valueOf(Short.MAX_VALUE);
            case INT -> BigInteger.valueOf(Integer.MAX_VALUE);
            case BIGINT -> BigInteger.valueOf(Long.MAX_VALUE);
            default -> BigInteger.TEN.pow(type.length()).subtract(BigInteger.ONE);
        };
        this.least = type.scale() > 0 || type.length() > 0
                ? greatest.negate()
                : greatest.negate().subtract(BigInteger.ONE);
    }

    @Override
    void reset() {
        isNull = true;
    }

    @Override
    void add(Column source, int row) {
        if (source.isNull(row)) {
            return;
        }
        if (isNull) {
            take(source, row);
        } else if (sum && narrow) {
            addSmall(get(source, row));
        } else if (sum) {
            set(value().add(unscaled(source, row)));
        } else {
            multiply(unscaled(source, row));
        }
    }

    @Override
    void addEarlier(Column source, int row) {
        add(source, row);
    }

    @Override
    void retract(Column source, int row) {
        if (source.isNull(row)) {
            return;
        }
        if (sum) {
            BigInteger input = unscaled(source, row);
            set(isNull ? input.negate() : value().subtract(input));
        } else if (!isNull) {
            divide(unscaled(source, row));
        }
    }

    @Override
    void appendTo(ColumnBuilder target) {
        if (isNull) {
            target.appendNull();
        } else if (target instanceof IntsBuilder ints) {
            ints.append((int) small);
        } else if (target instanceof LongsBuilder longs) {
            longs.append(small);
        } else {
            BigInteger value = value();
            ((Int128sBuilder) target).append(Int128.high(value), Int128.low(value));
        }
    }

    private void take(Column source, int row) {
        isNull = false;
        if (narrow) {
            small = get(source, row);
        } else {
            big = unscaled(source, row);
        }
    }

    private void addSmall(long input) {
        long result = small + input;
        boolean wrapped = ((small ^ result) & (input ^ result)) < 0;
        if (wrapped || result > greatest.longValue() || result < least.longValue()) {
            throw outOfRange();
        }
        small = result;
    }

    private void multiply(BigInteger input) {
        BigInteger product = value().multiply(input);
        set(
                type.scale() == 0
                        ? product
                        : new BigDecimal(product, 2 * type.scale())
                                .setScale(type.scale(), RoundingMode.HALF_UP)
                                .unscaledValue());
    }

    private void divide(BigInteger input) {
        if (input.signum() == 0) {
            throw new LakelogException(
                    ErrorCode.DIVISION_BY_ZERO,
                    "the product in column '" + column + "' cannot take back a factor of 0");
        }
        set(
                type.length() == 0
                        ? value().divide(input)
                        : new BigDecimal(value())
                                .divide(new BigDecimal(input), type.scale(), RoundingMode.HALF_UP)
                                .unscaledValue());
    }

    private void set(BigInteger result) {
        if (result.compareTo(greatest) > 0 || result.compareTo(least) < 0) {
            throw outOfRange();
        }
        isNull = false;
        if (narrow) {
            small = result.longValue();
        } else {
            big = result;
        }
    }

    private BigInteger value() {
        BigInteger value = narrow ? BigInteger.valueOf(small) : big;
        if (value == null) {
            throw new IllegalStateException("no value");
        }
        return value;
    }

    private static long get(Column source, int row) {
        return source instanceof Column.Ints ints ? ints.values[row] : ((Column.Longs) source).values[row];
    }

    private BigInteger unscaled(Column source, int row) {
        if (narrow) {
            return BigInteger.valueOf(get(source, row));
        }
        Column.Int128s wide = (Column.Int128s) source;
        return Int128.toBigInteger(wide.high[row], wide.low[row]);
    }

    private LakelogException outOfRange() {
        return new LakelogException(
                ErrorCode.NUMERIC_OVERFLOW,
                "the " + (sum ? "sum" : "product") + " in column '" + column + "' is out of range for " + type.sql());
    }
}
