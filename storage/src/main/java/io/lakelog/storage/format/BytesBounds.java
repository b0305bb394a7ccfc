package io.lakelog.storage.format;

import java.util.Arrays;

/** The least and greatest of byte strings, compared as unsigned bytes; copies a value only when it widens the bounds. Not thread-safe. */
final class BytesBounds {
    private boolean any;
    private byte[] min = new byte[0];
    private byte[] max = new byte[0];
    private int minLength;
    private int maxLength;
    /** The first bytes of both: what lies between these needs no second look. */
    private long minStart;

    private long maxStart;

    void clear() {
        any = false;
    }

    void add(byte[] source, int from, int to) {
        // In the order of bytes, and unsigned order as that of signed numbers.
        long start = Long.reverseBytes(LittleEndianBuffer.word(source, from, to)) ^ Long.MIN_VALUE;
        if (any && start > minStart && start < maxStart) {
            return;
        }
        if (!any || Arrays.compareUnsigned(source, from, to, min, 0, minLength) < 0) {
            minLength = to - from;
            min = copy(source, from, minLength, min);
            minStart = start;
        }
        if (!any || Arrays.compareUnsigned(source, from, to, max, 0, maxLength) > 0) {
            maxLength = to - from;
            max = copy(source, from, maxLength, max);
            maxStart = start;
        }
        any = true;
    }

    boolean isKnown() {
        return any;
    }

    byte[] min() {
        return Arrays.copyOf(min, minLength);
    }

    byte[] max() {
        return Arrays.copyOf(max, maxLength);
    }

    private static byte[] copy(byte[] source, int from, int length, byte[] target) {
        byte[] room = target.length < length ? new byte[Math.max(length, 32)] : target;
        System.arraycopy(source, from, room, 0, length);
        return room;
    }
}
