package io.lakelog.storage.format;

import java.util.Arrays;

/**
 * The dictionary ids of a page, and the rule of when a dictionary pays. Values are tried with a dictionary from the start
 * of each chunk; it is given up when the values of a page repeat too little, or when it grows too large. Not thread-safe.
 */
final class DictionaryIds {
    /** A dictionary larger than this misses the processor's caches more than it saves. */
    static final int BYTES_MAX = 1 << 20;

    private static final int SAMPLE_VALUES = ColumnEncoder.SLICE_ROWS;

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

    /**
     * Whether the values of the page so far repeat too little for ids to pay.
     *
     * @param fresh how many of them were new to the dictionary
     * @param complete whether the page ends here
     */
    boolean tooVaried(int fresh, boolean complete) {
        return count >= (complete ? 16 : SAMPLE_VALUES) && fresh > count / 2;
    }

    void put(int distinct, LittleEndianBuffer out) {
        int bitWidth = RleEncoder.bitWidth(Math.max(distinct - 1, 0));
        out.putByte(bitWidth);
        RleEncoder.encode(ids, count, bitWidth, out);
    }
}
