package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class OrderKeysTest {
    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Integer> codePoints = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.integers().between('a', 'c')),
                Tuple.of(2, Arbitraries.integers().between(0xE000, 0xFFFF)),
                Tuple.of(1, Arbitraries.of(0xD7FF, 0xE000, 0xE001, 0xE002, 0xFFFF, 0x10000, 0x10FFFF, 0)),
                Tuple.of(2, Arbitraries.integers().between(0x10000, 0x10FFFF)));
        return codePoints.list().ofMaxSize(5).map(points -> {
            StringBuilder text = new StringBuilder();
            points.forEach(text::appendCodePoint);
            return text.toString();
        });
    }

    @Property(tries = 5000)
    void keysOfTextsAreOrderedAsUtf8Is(@ForAll("texts") String a, @ForAll("texts") String b) {
        byte[] first = a.getBytes(StandardCharsets.UTF_8);
        byte[] second = b.getBytes(StandardCharsets.UTF_8);
        assertThat(Integer.signum(OrderKeys.codePointKey(a).compareTo(OrderKeys.codePointKey(b))))
                .isEqualTo(Integer.signum(Arrays.compareUnsigned(first, second)));
    }

    @Property
    void keysOfTextsTurnBackAndAreTexts(@ForAll String anyText, @ForAll("texts") String text) {
        for (String value : new String[] {anyText, text}) {
            String key = OrderKeys.codePointKey(value);
            assertThat(OrderKeys.fromCodePointKey(key)).isEqualTo(value);
            assertThat(new String(key.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(key);
        }
    }

    @Example
    void anOrdinaryTextIsItsOwnKey() {
        String text = "Grüße, 世界";
        assertThat(OrderKeys.codePointKey(text)).isSameAs(text);
        assertThat(OrderKeys.fromCodePointKey(text)).isSameAs(text);
    }

    @Property
    void keysOfDoublesAreOrderedAsDoublesAre(@ForAll("doubles") double a, @ForAll("doubles") double b) {
        int expected = a == b ? 0 : Double.compare(a, b);
        assertThat(Integer.signum(Long.compare(OrderKeys.doubleKey(a), OrderKeys.doubleKey(b))))
                .isEqualTo(Integer.signum(expected));
        assertThat(OrderKeys.fromDoubleKey(OrderKeys.doubleKey(a))).isEqualTo(Double.valueOf(a == 0 ? 0.0 : a));
        assertThat(Double.valueOf(OrderKeys.normal(a)).equals(OrderKeys.normal(b)))
                .isEqualTo(expected == 0);
        assertThat(Float.valueOf(OrderKeys.normal((float) a)).equals(OrderKeys.normal((float) b)))
                .isEqualTo((float) a == (float) b || Float.isNaN((float) a) && Float.isNaN((float) b));
    }

    @Provide
    Arbitrary<Double> doubles() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.doubles()),
                Tuple.of(
                        2,
                        Arbitraries.of(
                                0.0,
                                -0.0,
                                Double.NaN,
                                Double.longBitsToDouble(0xfff8000000000001L),
                                Double.POSITIVE_INFINITY,
                                Double.NEGATIVE_INFINITY,
                                Double.MIN_VALUE,
                                -Double.MIN_VALUE,
                                Double.MAX_VALUE)));
    }
}
