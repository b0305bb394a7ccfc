package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import java.util.Arrays;
import java.util.List;

/**
 * The order of keys in a run: column by column; numbers, dates and times by value, false before true, strings and
 * binaries by unsigned bytes (which for UTF-8 is code point order), NULL first. Immutable, thread-safe.
 */
public final class KeyComparator {
    private final ValueComparator[] columns;

    public KeyComparator(List<DataType> types) {
        columns = new ValueComparator[types.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ValueComparator.of(types.get(i));
        }
    }

    /** Compares row {@code i} of the key columns {@code a} with row {@code j} of {@code b}. */
    public int compare(List<Column> a, int i, List<Column> b, int j) {
        for (int c = 0; c < columns.length; c++) {
            int result = compareColumn(c, a.get(c), i, b.get(c), j);
            if (result != 0) {
                return result;
            }
        }
        return 0;
    }

    /** Compares by key column {@code c} alone. */
    public int compareColumn(int c, Column a, int i, Column b, int j) {
        boolean nullA = a.isNull(i);
        boolean nullB = b.isNull(j);
        if (nullA || nullB) {
            return Boolean.compare(nullB, nullA);
        }
        return columns[c].compare(a, i, b, j);
    }

    /**
     * The first row in {@code [from, to)} of the sorted columns {@code a} whose key is not below that of row {@code j} of
     * {@code b}; {@code to} if there is none. Gallops, so near answers are cheap.
     */
    public int lowerBound(List<Column> a, int from, int to, List<Column> b, int j) {
        int step = 1;
        int low = from;
        int high = from;
        while (high < to && compare(a, high, b, j) < 0) {
            low = high + 1;
            high = (int) Math.min(to, (long) high + step);
            step <<= 1;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(a, middle, b, j) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The rows {@code 0 .. size - 1} in key order; rows of equal keys keep their order. */
    public int[] sortedOrder(List<Column> keys, int size) {
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = i;
        }
        if (size > 1) {
            mergeSort(order, Arrays.copyOf(order, size), 0, size, keys);
        }
        return order;
    }

    /** Sorts {@code target[from..to)}; {@code scratch} holds the same values there. */
    private void mergeSort(int[] target, int[] scratch, int from, int to, List<Column> keys) {
        if (to - from <= 12) {
            for (int i = from + 1; i < to; i++) {
                int moving = target[i];
                int j = i;
                while (j > from && compare(keys, target[j - 1], keys, moving) > 0) {
                    target[j] = target[j - 1];
                    j--;
                }
                target[j] = moving;
            }
            return;
        }
        int middle = (from + to) >>> 1;
        mergeSort(scratch, target, from, middle, keys);
        mergeSort(scratch, target, middle, to, keys);
        if (compare(keys, scratch[middle - 1], keys, scratch[middle]) <= 0) {
            System.arraycopy(scratch, from, target, from, to - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            if (right >= to || (left < middle && compare(keys, scratch[left], keys, scratch[right]) <= 0)) {
                target[i] = scratch[left++];
            } else {
                target[i] = scratch[right++];
            }
        }
    }
}
