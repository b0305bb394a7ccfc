package io.lakelog.storage.lsm;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.KeyComparator;
import java.util.List;

/** Walks through sorted keys and sorted rows, piece by piece, side by side. Not thread-safe. */
final class KeyJoin {
    private final KeyComparator comparator;
    private final List<Column> keys;
    private final int[] open;
    private final Search search;
    private int next;
    private int[] rows = new int[0];

    /** @param open which of the keys are looked for, ascending */
    KeyJoin(KeyComparator comparator, List<Column> keys, int[] open, Search search) {
        this.comparator = comparator;
        this.keys = keys;
        this.open = open;
        this.search = search;
    }

    /** What was found so far: for each key its place among the rows found, and whether it is known where it is. */
    record Search(int[] position, boolean[] settled, BatchBuilder found) {
        /** Notes that a key is the {@code hit}-th of the rows that are appended next. */
        private void note(int key, int hit) {
            settled[key] = true;
            position[key] = found.size() + hit;
        }
    }

    boolean areAllPassed() {
        return next == open.length;
    }

    /** Finds the keys in the next rows: how many, and {@link #rows} says where. They are to be appended to what was found. */
    int in(List<Column> rowKeys, int size) {
        if (rows.length < Math.min(size, open.length - next)) {
            rows = new int[Math.min(size, open.length - next)];
        }
        int count = 0;
        int row = 0;
        while (next < open.length) {
            row = comparator.lowerBound(rowKeys, row, size, keys, open[next]);
            if (row == size) {
                break;
            }
            if (comparator.compare(rowKeys, row, keys, open[next]) == 0) {
                search.note(open[next], count);
                rows[count++] = row;
            }
            next++;
        }
        return count;
    }

    /** Where the last keys were found. */
    int[] rows() {
        return rows;
    }

    /** Appends the rows of the keys that were found last. */
    void append(Batch batch, int count) {
        for (int c = 0; count > 0 && c < batch.width(); c++) {
            Column column = batch.column(c);
            search.found().column(c).append(Gather.choose(column, column, rows, count), 0, count);
        }
    }
}
