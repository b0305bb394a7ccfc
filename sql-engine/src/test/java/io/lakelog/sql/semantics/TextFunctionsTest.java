package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Against arrays of code points. */
class TextFunctionsTest {
    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of((int) 'a', (int) ' ', 0x1F600, 0xFFFD, (int) 'b')
                .list()
                .ofMaxSize(8)
                .map(points -> {
                    StringBuilder text = new StringBuilder();
                    points.forEach(text::appendCodePoint);
                    return text.toString();
                });
    }

    private static String part(String text, long from, long to) {
        int[] points = text.codePoints().toArray();
        int start = (int) Math.max(0, Math.min(from, points.length));
        int end = (int) Math.max(start, Math.min(to, points.length));
        return new String(points, start, end - start);
    }

    @Property
    void substrings(
            @ForAll("texts") String text,
            @ForAll @IntRange(min = -3, max = 12) int from,
            @ForAll @IntRange(min = 0, max = 12) int length) {
        assertThat(TextFunctions.substring(text, from)).isEqualTo(part(text, from - 1L, Long.MAX_VALUE));
        assertThat(TextFunctions.substring(text, from, length)).isEqualTo(part(text, from - 1L, from - 1L + length));
        assertThat(TextFunctions.cut(text, length)).isEqualTo(part(text, 0, length));
        assertThat(TextFunctions.length(TextFunctions.pad(text, length)))
                .isEqualTo(Math.max(length, TextFunctions.length(text)));
        int count = TextFunctions.length(text);
        assertThat(TextFunctions.left(text, from)).isEqualTo(part(text, 0, from < 0 ? count + from : from));
        assertThat(TextFunctions.right(text, from))
                .isEqualTo(part(text, from < 0 ? -from : Math.max(0, count - from), count));
        assertThat(TextFunctions.padRight(text, length, "\uD83D\uDE00y"))
                .isEqualTo(part(text + "\uD83D\uDE00y".repeat(12), 0, length));
        assertThat(TextFunctions.padLeft(text, length, "y"))
                .isEqualTo("y".repeat(Math.max(0, length - count)) + part(text, 0, length));
        if (from >= 1) {
            assertThat(TextFunctions.overlay(text, "xy", from, length))
                    .isEqualTo(part(text, 0, from - 1L) + "xy" + part(text, from - 1L + length, Long.MAX_VALUE));
        }
    }

    @Property
    void positions(@ForAll("texts") String text, @ForAll("texts") String part) {
        int length = TextFunctions.length(text);
        int expected = IntStream.rangeClosed(0, length)
                .filter(at -> part(text, at, Long.MAX_VALUE).startsWith(part))
                .map(at -> at + 1)
                .findFirst()
                .orElse(0);
        assertThat(TextFunctions.position(part, text)).isEqualTo(expected);
        assertThat(TextFunctions.reverse(TextFunctions.reverse(text))).isEqualTo(text);
        assertThat(TextFunctions.length(text)).isEqualTo(text.codePoints().count());
    }

    @Example
    void extremes() {
        assertThat(TextFunctions.substring("abc", Integer.MAX_VALUE, Integer.MAX_VALUE))
                .isEmpty();
        assertThat(TextFunctions.substring("abc", Integer.MIN_VALUE, Integer.MAX_VALUE))
                .isEmpty();
        assertThat(TextFunctions.substring("abc", 1, Integer.MAX_VALUE)).isEqualTo("abc");
        assertThat(TextFunctions.withoutBlanks("a b  ")).isEqualTo("a b");
        assertThatThrownBy(() -> TextFunctions.fit("\uD83D\uDE00\uD83D\uDE00", 1))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_TOO_LONG));
        assertThat(TextFunctions.fit("\uD83D\uDE00", 1)).isEqualTo("\uD83D\uDE00");
        assertThatThrownBy(() -> TextFunctions.overlay("a", "b", 0, 1)).isInstanceOf(LakelogException.class);
        assertThatThrownBy(() -> TextFunctions.toBoolean("maybe"))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_TEXT));
    }
}
