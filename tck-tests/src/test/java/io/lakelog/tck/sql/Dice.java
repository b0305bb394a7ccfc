package io.lakelog.tck.sql;

import java.util.List;
import java.util.Random;

/** Choices that a seed determines. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        // Neighbouring seeds begin alike in java.util.Random.
        random = new Random(seed * 0x9E3779B97F4A7C15L);
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** True once in {@code times}. */
    boolean oneIn(int times) {
        return below(times) == 0;
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }

    <T> T pick(List<T> choices) {
        return choices.get(below(choices.size()));
    }
}
