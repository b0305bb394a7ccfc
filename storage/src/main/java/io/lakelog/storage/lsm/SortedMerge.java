package io.lakelog.storage.lsm;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.KeyComparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges sorted runs into one, keeping of each key the version that counts (the last one written, under the {@code
 * deduplicate} merge engine). Ranges of keys that lie in one run only are copied as ranges. The runs may lend their
 * batches. Not thread-safe.
 */
public final class SortedMerge implements BatchSource {
    private final List<? extends BatchSource> sources;
    private final KeyComparator comparator;
    private final Precedence precedence;
    private final boolean dropRetracts;
    private final BatchBuilder output;
    /** A binary heap of the cursors that are not at their end, by key, then by what counts first. */
    private final RunCursor[] heap;

    private int heapSize;
    private boolean started;

    /**
     * @param runs batches of {@link KeyValues}, each run sorted with at most one row a key; the newest run first (unless
     *     all versions are kept)
     * @param keyColumns where the key lies in the batches
     * @param output an empty builder of such batches; if it lends them, this does too
     * @param dropRetracts whether keys whose last version is a retract are left out
     */
    public SortedMerge(
            List<? extends BatchSource> runs,
            int[] keyColumns,
            KeyComparator comparator,
            Precedence precedence,
            BatchBuilder output,
            boolean dropRetracts) {
        this.sources = List.copyOf(runs);
        this.comparator = comparator;
        this.precedence = precedence;
        this.dropRetracts = dropRetracts;
        this.output = output;
        this.heap = new RunCursor[runs.size()];
        for (int i = 0; i < heap.length; i++) {
            heap[i] = new RunCursor(runs.get(i), keyColumns, i);
        }
    }

    @Override
    public @Nullable Batch next() {
        if (!started) {
            start();
        }
        while (heapSize > 0 && output.size() < Batch.TARGET_ROWS) {
            RunCursor top = heap[0];
            if (heapSize == 1) {
                int end = Math.min(top.batch().size(), top.row() + Batch.TARGET_ROWS - output.size());
                emit(top.batch(), top.row(), end);
                move(0, end);
                continue;
            }
            RunCursor second = heap[second()];
            if (compareKeys(top, second) < 0) {
                int limit = Math.min(top.batch().size(), top.row() + Batch.TARGET_ROWS - output.size());
                int end = comparator.lowerBound(top.keys(), top.row() + 1, limit, second.keys(), second.row());
                emit(top.batch(), top.row(), end);
                move(0, end);
            } else {
                emitWinner(top);
            }
        }
        return output.size() > 0 ? output.build() : null;
    }

    /** Emits the top row and skips the other versions of its key. */
    private void emitWinner(RunCursor top) {
        emit(top.batch(), top.row(), top.row() + 1);
        // The others move first: once the top's run goes on to its next batch, the key may no longer be there.
        while (precedence != Precedence.ALL && heapSize > 1) {
            int other = second();
            if (compareKeys(heap[other], top) != 0) {
                break;
            }
            move(other, heap[other].row() + 1);
        }
        move(0, top.row() + 1);
    }

    private void emit(Batch batch, int from, int to) {
        if (dropRetracts) {
            KeyValues.appendPresent(output, batch, from, to);
        } else {
            output.append(batch, from, to);
        }
    }

    private void start() {
        started = true;
        for (RunCursor cursor : heap.clone()) {
            if (cursor.start()) {
                heap[heapSize++] = cursor;
            }
        }
        for (int i = heapSize / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    /** Where the cursor is that comes after the top one. */
    private int second() {
        return heapSize == 2 || compare(heap[1], heap[2]) < 0 ? 1 : 2;
    }

    /** Moves the top cursor or the second, and restores the heap. */
    private void move(int position, int row) {
        if (!heap[position].moveTo(row)) {
            heap[position] = heap[--heapSize];
        }
        siftDown(position);
    }

    private void siftDown(int position) {
        int parent = position;
        while (true) {
            int child = 2 * parent + 1;
            if (child >= heapSize) {
                return;
            }
            if (child + 1 < heapSize && compare(heap[child + 1], heap[child]) < 0) {
                child++;
            }
            if (compare(heap[parent], heap[child]) <= 0) {
                return;
            }
            RunCursor swap = heap[parent];
            heap[parent] = heap[child];
            heap[child] = swap;
            parent = child;
        }
    }

    private int compareKeys(RunCursor a, RunCursor b) {
        return comparator.compare(a.keys(), a.row(), b.keys(), b.row());
    }

    private int compare(RunCursor a, RunCursor b) {
        int keys = compareKeys(a, b);
        if (keys != 0) {
            return keys;
        }
        if (precedence == Precedence.SEQUENCE) {
            int sequence = Long.compare(b.sequence(), a.sequence());
            if (sequence != 0) {
                return sequence;
            }
        }
        return Integer.compare(a.rank, b.rank);
    }

    @Override
    public void close() {
        sources.forEach(BatchSource::close);
    }
}
