package io.lakelog.storage.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The least and greatest of stored words. Integers compare as signed; floating point numbers by value with -0.0 before 0.0,
 * and a NaN makes the bounds unknown, for no reader agrees with another on where it sorts. Zeros as bounds are written as
 * -0.0 (least) and 0.0 (greatest), as Parquet asks. Not thread-safe.
 */
final class WordBounds {
    private final PrimitiveTypeName physical;
    private boolean any;
    private boolean nan;
    private long min;
    private long max;
    private double realMin;
    private double realMax;

    WordBounds(PrimitiveTypeName physical) {
        this.physical = physical;
        clear();
    }

    void clear() {
        any = false;
        nan = false;
        min = Long.MAX_VALUE;
        max = Long.MIN_VALUE;
        realMin = Double.POSITIVE_INFINITY;
        realMax = Double.NEGATIVE_INFINITY;
    }

    void add(long[] words, int count) {
        any |= count > 0;
        switch (physical) {
            case FLOAT -> {
                for (int i = 0; i < count; i++) {
                    addReal(Float.intBitsToFloat((int) words[i]));
                }
            }
            case DOUBLE -> {
                for (int i = 0; i < count; i++) {
                    addReal(Double.longBitsToDouble(words[i]));
                }
            }
            default -> {
                long least = min;
                long greatest = max;
                for (int i = 0; i < count; i++) {
                    least = Math.min(least, words[i]);
                    greatest = Math.max(greatest, words[i]);
                }
                min = least;
                max = greatest;
            }
        }
    }

    void add(WordBounds other) {
        any |= other.any;
        nan |= other.nan;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        realMin = Math.min(realMin, other.realMin);
        realMax = Math.max(realMax, other.realMax);
    }

    boolean any() {
        return any;
    }

    boolean hasNaN() {
        return nan;
    }

    boolean isKnown() {
        return any && !nan;
    }

    /** The least value as it is stored; NaN if there is one. */
    long min() {
        return stored(min, realMin == 0 ? -0.0 : realMin);
    }

    long max() {
        return stored(max, realMax == 0 ? 0.0 : realMax);
    }

    byte[] minBytes() {
        return bytes(min());
    }

    byte[] maxBytes() {
        return bytes(max());
    }

    private void addReal(double value) {
        nan |= Double.isNaN(value);
        realMin = Math.min(realMin, value);
        realMax = Math.max(realMax, value);
    }

    private long stored(long word, double value) {
        return switch (physical) {
            case FLOAT -> Float.floatToRawIntBits((float) value);
            case DOUBLE -> Double.doubleToRawLongBits(value);
            default -> word;
        };
    }

    private byte[] bytes(long word) {
        return switch (physical) {
            case INT32, FLOAT ->
                ByteBuffer.allocate(4)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt((int) word)
                        .array();
            default ->
                ByteBuffer.allocate(8)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(word)
                        .array();
        };
    }
}
