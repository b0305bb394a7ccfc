package io.lakelog.storage.row;

import java.math.BigInteger;

/** 128-bit two's complement integers as two longs: the unscaled values of wide decimals. Pure; thread-safe. */
public final class Int128 {
    private static final BigInteger LOW_MASK = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private Int128() {}

    public static int compare(long highA, long lowA, long highB, long lowB) {
        int high = Long.compare(highA, highB);
        return high != 0 ? high : Long.compareUnsigned(lowA, lowB);
    }

    public static BigInteger toBigInteger(long high, long low) {
        BigInteger lower = BigInteger.valueOf(low).and(LOW_MASK);
        return BigInteger.valueOf(high).shiftLeft(64).or(lower);
    }

    /** The upper 64 bits; the caller has checked that the value fits 128. */
    public static long high(BigInteger value) {
        return value.shiftRight(64).longValue();
    }

    public static long low(BigInteger value) {
        return value.longValue();
    }

    /** The value of up to 16 big-endian two's complement bytes, returned as {high, low} through a new array. */
    public static long[] fromBigEndian(byte[] bytes, int from, int length) {
        long high = length > 0 && bytes[from] < 0 ? -1 : 0;
        long low = high;
        for (int i = from; i < from + length; i++) {
            high = (high << 8) | (low >>> 56);
            low = (low << 8) | (bytes[i] & 0xff);
        }
        return new long[] {high, low};
    }
}
