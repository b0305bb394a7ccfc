package io.lakelog.storage.format;

import java.util.Arrays;

/**
 * The dictionary ids of a page, and the rule of when a dictionary pays. Values are tried with a dictionary from the start
 * of each chunk; it is given up when the first values repeat too little, or when it grows too large. Not thread-safe.
 */
final class DictionaryIds {
    /** A dictionary larger than this misses the processor's caches more than it saves. */
    static final int BYTES_MAX = 1 << 20;

    private static final int SAMPLE_VALUES = 2 * ColumnEncoder.SLICE_ROWS;

    private int[] ids = new int[ColumnEncoder.SLICE_ROWS];
    private int count;

    /** Room for {@code more} ids from position {@link #count()} on; {@link #added} says how many were put there. */
    int[] room(int more) {
        if (ids.length < count + more) {
            ids = Arrays.copyOf(ids, Math.max(count + more, ids.length * 2));
        }
        return ids;
    }

    int count() {
        return count;
    }

    int id(int position) {
        return ids[position];
    }

    void added(int more) {
        count += more;
    }

    void clear() {
        count = 0;
    }

    /** Whether a dictionary of that many values and bytes has stopped to pay, while the chunk's first page is filled. */
    boolean firstPageTooVaried(int distinct) {
        return count >= SAMPLE_VALUES && distinct > count / 2;
    }

    /** Bytes that the ids take in a page, roughly. */
    long encodedBytes(int distinct) {
        return (long) count * RleEncoder.bitWidth(Math.max(distinct - 1, 0)) / 8;
    }

    void put(int distinct, LittleEndianBuffer out) {
        int bitWidth = RleEncoder.bitWidth(Math.max(distinct - 1, 0));
        out.putByte(bitWidth);
        RleEncoder.encode(ids, count, bitWidth, out);
    }
}
