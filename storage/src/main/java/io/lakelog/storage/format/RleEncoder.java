package io.lakelog.storage.format;

/**
 * Parquet's hybrid of run lengths and bit packing, for levels and dictionary ids.
 *
 * <pre>
 * hybrid := run*
 * run    := varint(count << 1)        value in ceil(bitWidth / 8) bytes      count equal values
 *         | varint(groups << 1 | 1)   groups * 8 values of bitWidth bits     lowest bits first
 * </pre>
 *
 * Only the last packed run may be padded, with zeros. Pure.
 */
final class RleEncoder {
    /** A run of equal values shorter than this is cheaper packed. */
    private static final int RUN_MIN = 8;

    private RleEncoder() {}

    /** The bits that hold every value up to {@code max}. */
    static int bitWidth(int max) {
        return 32 - Integer.numberOfLeadingZeros(max);
    }

    /** Appends {@code count} values below 2^bitWidth. */
    static void encode(int[] values, int count, int bitWidth, LittleEndianBuffer out) {
        int packedFrom = 0;
        int at = 0;
        while (at < count) {
            int run = runLength(values, at, count);
            int pending = at - packedFrom;
            // A packed run holds whole groups of 8: fill its last group from this run before counting what is left.
            int fill = (8 - (pending & 7)) & 7;
            if (run - fill >= RUN_MIN) {
                pack(values, packedFrom, at + fill, bitWidth, out);
                out.putVarInt((run - fill) << 1);
                putValue(values[at], bitWidth, out);
                packedFrom = at + run;
            }
            at += run;
        }
        pack(values, packedFrom, count, bitWidth, out);
    }

    /** Appends {@code count} times the same value. */
    static void encodeRun(int value, int count, int bitWidth, LittleEndianBuffer out) {
        if (count > 0) {
            out.putVarInt(count << 1);
            putValue(value, bitWidth, out);
        }
    }

    private static int runLength(int[] values, int from, int count) {
        int value = values[from];
        int at = from + 1;
        while (at < count && values[at] == value) {
            at++;
        }
        return at - from;
    }

    private static void putValue(int value, int bitWidth, LittleEndianBuffer out) {
        for (int bits = 0; bits < bitWidth; bits += 8) {
            out.putByte(value >>> bits);
        }
    }

    private static void pack(int[] values, int from, int to, int bitWidth, LittleEndianBuffer out) {
        if (from == to) {
            return;
        }
        int groups = (to - from + 7) / 8;
        out.putVarInt(groups << 1 | 1);
        out.reserve(groups * bitWidth + 8);
        long buffer = 0;
        int bits = 0;
        for (int i = from; i < to; i++) {
            buffer |= (long) values[i] << bits;
            bits += bitWidth;
            while (bits >= 8) {
                out.putByte((int) buffer);
                buffer >>>= 8;
                bits -= 8;
            }
        }
        for (int i = to - from; i < groups * 8; i++) {
            bits += bitWidth;
            while (bits >= 8) {
                out.putByte((int) buffer);
                buffer >>>= 8;
                bits -= 8;
            }
        }
    }
}
