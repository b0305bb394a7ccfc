package io.lakelog.storage.lsm;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks the rows of a sorted run, batch by batch. Not thread-safe. */
final class RunCursor {
    /** The place of the run among those merged. */
    final int rank;

    private final BatchSource source;
    private final int[] keyColumns;
    private @Nullable Batch batch;
    private List<Column> keys = List.of();
    private int row;

    /** A cursor before the first row: call {@link #start()}. */
    RunCursor(BatchSource source, int[] keyColumns, int rank) {
        this.source = source;
        this.keyColumns = keyColumns;
        this.rank = rank;
    }

    /** Goes to the first row; false if there is none. */
    boolean start() {
        return nextBatch();
    }

    Batch batch() {
        Batch current = batch;
        if (current == null) {
            throw new IllegalStateException("the run is at its end");
        }
        return current;
    }

    List<Column> keys() {
        return keys;
    }

    int row() {
        return row;
    }

    long sequence() {
        return KeyValues.sequences(batch())[row];
    }

    /** Goes to a later row of the batch, or the first of the next batch if it is its size; false at the end. */
    boolean moveTo(int newRow) {
        row = newRow;
        return row < batch().size() || nextBatch();
    }

    private boolean nextBatch() {
        batch = source.next();
        row = 0;
        if (batch == null) {
            keys = List.of();
            return false;
        }
        keys = KeyValues.columns(batch, keyColumns);
        return true;
    }
}
