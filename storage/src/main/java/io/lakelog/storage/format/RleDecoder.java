package io.lakelog.storage.format;

/** Reads what {@link RleEncoder} describes, a page at once. Pure. */
final class RleDecoder {
    private RleDecoder() {}

    /**
     * Fills {@code out[0 .. count)} from the bytes {@code from} to {@code to}, which must hold exactly these values.
     *
     * @throws MalformedFileException if they do not
     */
    static void decode(byte[] data, int from, int to, int bitWidth, int[] out, int count) {
        if (bitWidth < 0 || bitWidth > 32) {
            throw new MalformedFileException("values of " + bitWidth + " bits");
        }
        int at = from;
        int filled = 0;
        while (filled < count) {
            int header = 0;
            int shift = 0;
            while (true) {
                if (at >= to || shift > 28) {
                    throw new MalformedFileException("a run ends early: " + filled + " of " + count + " values");
                }
                int octet = data[at++];
                header |= (octet & 0x7f) << shift;
                if (octet >= 0) {
                    break;
                }
                shift += 7;
            }
            if ((header & 1) == 0) {
                int run = header >>> 1;
                int width = (bitWidth + 7) / 8;
                if (run == 0 || run > count - filled || width > to - at) {
                    throw new MalformedFileException("a run of " + run + " values after " + filled + " of " + count);
                }
                java.util.Arrays.fill(out, filled, filled + run, value(data, at, width, bitWidth));
                at += width;
                filled += run;
            } else {
                long bytes = (long) (header >>> 1) * bitWidth;
                int values = (int) Math.min((header >>> 1) * 8L, count - filled);
                // Old writers leave out the padding of the last run: only what is read must be there.
                if (header >>> 1 == 0 || (values * (long) bitWidth + 7) / 8 > to - at) {
                    throw new MalformedFileException("a packed run is cut: " + filled + " of " + count + " values");
                }
                unpack(data, at, bitWidth, out, filled, values);
                at = (int) Math.min(to, at + bytes);
                filled += values;
            }
        }
        if (at != to) {
            throw new MalformedFileException((to - at) + " bytes are left after " + count + " values");
        }
    }

    /** Whether the bytes are one run of {@code count} times a value of up to 8 bits, the usual case of levels. */
    static boolean isRun(byte[] data, int from, int to, int value, int count) {
        if (to - from < 2 || data[to - 1] != value || count > Integer.MAX_VALUE >> 1) {
            return false;
        }
        int header = count << 1;
        int at = from;
        for (; at < to - 1; at++, header >>>= 7) {
            boolean last = header <= 0x7f;
            if (data[at] != (byte) (last ? header : header & 0x7f | 0x80) || last != (at == to - 2)) {
                return false;
            }
        }
        return true;
    }

    private static int value(byte[] data, int at, int width, int bitWidth) {
        int value = 0;
        for (int i = 0; i < width; i++) {
            value |= (data[at + i] & 0xff) << (8 * i);
        }
        if (bitWidth < 32 && value >>> bitWidth != 0) {
            throw new MalformedFileException("value " + value + " has more than " + bitWidth + " bits");
        }
        return value;
    }

    private static void unpack(byte[] data, int from, int bitWidth, int[] out, int start, int count) {
        if (bitWidth == 0) {
            java.util.Arrays.fill(out, start, start + count, 0);
            return;
        }
        long mask = (1L << bitWidth) - 1;
        long buffer = 0;
        int bits = 0;
        int at = from;
        for (int i = start; i < start + count; i++) {
            while (bits < bitWidth) {
                buffer |= (data[at++] & 0xffL) << bits;
                bits += 8;
            }
            out[i] = (int) (buffer & mask);
            buffer >>>= bitWidth;
            bits -= bitWidth;
        }
    }
}
