package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.RowKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows picked from two batches of {@link KeyValues}, with numbers and kinds of their own, until they are gathered. Not thread-safe. */
final class ChosenRows {
    private int[] refs = new int[0];
    private int[] kinds = new int[0];
    private long[] sequences = new long[0];
    private int size;

    int size() {
        return size;
    }

    /** Picks a row; {@code ref} as {@link Gather} has it. */
    void add(int ref, long sequence, RowKind kind) {
        if (size == refs.length) {
            int capacity = Math.max(64, 2 * size);
            refs = Arrays.copyOf(refs, capacity);
            kinds = Arrays.copyOf(kinds, capacity);
            sequences = Arrays.copyOf(sequences, capacity);
        }
        refs[size] = ref;
        kinds[size] = kind.code();
        sequences[size++] = sequence;
    }

    /** The rows picked so far, out of two batches; then there are none. */
    Batch gather(Batch first, Batch second) {
        List<Column> columns = new ArrayList<>(second.width());
        columns.add(new Column.Longs(size, null, Arrays.copyOf(sequences, size)));
        columns.add(new Column.Ints(size, null, Arrays.copyOf(kinds, size)));
        for (int c = KeyValues.VALUES; c < second.width(); c++) {
            columns.add(Gather.choose(first.column(c), second.column(c), refs, size));
        }
        Batch rows = new Batch(size, columns);
        size = 0;
        return rows;
    }
}
