package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;

class AccumulatorsTest {
    @Property
    void sumsOfLongsAreExact(@ForAll @Size(max = 20) List<Long> values) {
        Accumulators.LongSum sum = new Accumulators.LongSum();
        Accumulators.LongAverage average = new Accumulators.LongAverage();
        BigInteger exact = BigInteger.ZERO;
        for (long value : values) {
            sum.add(value);
            average.add(value);
            exact = exact.add(BigInteger.valueOf(value));
        }
        if (exact.bitLength() < 64) {
            assertThat(sum.result()).isEqualTo(exact.longValueExact());
        } else {
            assertThatThrownBy(sum::result).isInstanceOf(LakelogException.class).hasMessageContaining("BIGINT");
        }
        if (!values.isEmpty()) {
            double mean = exact.doubleValue() / values.size();
            assertThat(average.result()).isEqualTo(mean);
        }
    }

    @Example
    void aSumMayLeaveTheRangeAndComeBack() {
        Accumulators.LongSum sum = new Accumulators.LongSum();
        for (long value : new long[] {Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, -1, Long.MIN_VALUE, 5}) {
            sum.add(value);
        }
        assertThat(sum.result()).isEqualTo(2);
    }

    @Property
    void decimalsAreExact(@ForAll @Size(min = 1, max = 10) List<@Scale(4) BigDecimal> values) {
        Accumulators.DecimalSum sum = new Accumulators.DecimalSum(38, 4);
        Accumulators.DecimalAverage average = new Accumulators.DecimalAverage(38, 6);
        BigDecimal exact = BigDecimal.ZERO;
        for (BigDecimal value : values) {
            sum.add(value);
            average.add(value);
            exact = exact.add(value);
        }
        BigDecimal expected = exact.setScale(4, RoundingMode.HALF_UP);
        if (expected.precision() > 38) {
            assertThatThrownBy(sum::result).isInstanceOf(LakelogException.class);
            return;
        }
        assertThat(sum.result()).isEqualTo(expected);
        BigDecimal mean = exact.divide(BigDecimal.valueOf(values.size()), 6, RoundingMode.HALF_UP);
        if (mean.precision() <= 38) {
            assertThat(average.result()).isEqualTo(mean);
        }
    }

    @Example
    void variancesDoNotCancelOut() {
        Accumulators.Moments moments = new Accumulators.Moments(false, false);
        for (double value : new double[] {1e9 + 1, 1e9 + 2, 1e9 + 3}) {
            moments.add(value);
        }
        assertThat(moments.result()).isCloseTo(2.0 / 3, within(1e-9));
        assertThat(new Accumulators.Moments(true, true).result()).isNull();
    }
}
