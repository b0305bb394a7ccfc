package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Precedence;
import io.lakelog.storage.lsm.SortedMerge;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The changes that one commit makes of keys which span partitions, put together again from the changes of each partition:
 * by key, those of one key in the order they happened, so that the two halves of a move are neighbours. Not thread-safe.
 */
public final class SpannedChanges implements BatchSource {
    private final SortedMerge merged;
    private final int[] keyColumns;
    private final KeyComparator comparator;
    private final RowDiff rows;
    private final boolean net;
    private final BatchBuilder rest;
    private boolean atEnd;

    /**
     * @param sources {@link KeyValues}, each by key
     * @param keyColumns where the key lies in the batches
     * @param types of the batches' columns
     * @param net whether a source tells at most one step of each key: a key that goes in one and comes in another is a pair,
     *     or nothing if it comes as it went
     */
    public SpannedChanges(
            List<BatchSource> sources, int[] keyColumns, KeyComparator comparator, List<DataType> types, boolean net) {
        this.merged = new SortedMerge(
                sources, keyColumns, comparator, Precedence.ALL, new BatchBuilder(types).lending(), false);
        this.keyColumns = keyColumns;
        this.comparator = comparator;
        this.rows = new RowDiff(types.subList(KeyValues.VALUES, types.size()), true);
        this.net = net;
        this.rest = new BatchBuilder(types);
    }

    @Override
    public @Nullable Batch next() {
        while (!atEnd) {
            Batch batch = merged.next();
            atEnd = batch == null;
            if (batch != null) {
                rest.append(batch, 0, batch.size());
            }
            Batch all = rest.build();
            // The changes of the last key may go on in the next batch.
            int end = atEnd ? all.size() : startOfLastKey(all);
            rest.append(all, end, all.size());
            Batch told = ordered(all, end);
            if (told.size() > 0) {
                return told;
            }
        }
        return null;
    }

    private int startOfLastKey(Batch batch) {
        List<Column> keys = KeyValues.columns(batch, keyColumns);
        int start = Math.max(0, batch.size() - 1);
        while (start > 0 && comparator.compare(keys, start - 1, keys, batch.size() - 1) == 0) {
            start--;
        }
        return start;
    }

    private Batch ordered(Batch batch, int end) {
        List<Column> keys = KeyValues.columns(batch, keyColumns);
        int[] order = new int[end];
        int[] kinds = KeyValues.kinds(batch).clone();
        long[] sequences = KeyValues.sequences(batch).clone();
        int size = 0;
        boolean changed = false;
        for (int start = 0; start < end; ) {
            int next = start + 1;
            int first = size;
            order[size++] = start;
            while (next < end && comparator.compare(keys, start, keys, next) == 0) {
                order[size++] = next++;
            }
            if (next - start > 1) {
                changed = true;
                sort(batch, order, first, size);
                if (next - start == 2 && isNothing(batch, order[first], order[first + 1])) {
                    size = first;
                } else if (next - start == 2) {
                    pair(kinds, sequences, order, first);
                }
            }
            start = next;
        }
        if (!changed && end == batch.size()) {
            return batch;
        }
        List<Column> columns = new ArrayList<>(batch.width());
        columns.add(Gather.choose(
                batch.column(KeyValues.SEQUENCE), new Column.Longs(batch.size(), null, sequences), order, size));
        columns.add(
                Gather.choose(batch.column(KeyValues.KIND), new Column.Ints(batch.size(), null, kinds), order, size));
        for (int c = KeyValues.VALUES; c < batch.width(); c++) {
            Column column = batch.column(c);
            columns.add(Gather.choose(column, column, order, size));
        }
        return new Batch(size, columns);
    }

    /** Whether the only two changes of a key are that it comes in one source as it goes in another. */
    private boolean isNothing(Batch batch, int first, int second) {
        int[] kinds = KeyValues.kinds(batch);
        return net
                && kinds[first] == RowKind.DELETE.code()
                && kinds[second] == RowKind.INSERT.code()
                && rows.sameRow(batch, first, batch, second);
    }

    /** The only two changes of a key. */
    private void pair(int[] kinds, long[] sequences, int[] order, int at) {
        int first = order[at];
        int second = order[at + 1];
        if (net && isBefore(kinds[first]) && !isBefore(kinds[second])) {
            // A move that was found as a going and a coming. Whoever orders by number has to find them in this order
            // too.
            kinds[first] = RowKind.UPDATE_BEFORE.code();
            kinds[second] = RowKind.UPDATE_AFTER.code();
            sequences[second] = Math.max(sequences[second], sequences[first] + 1);
        } else if (kinds[first] == RowKind.UPDATE_AFTER.code() && kinds[second] == RowKind.UPDATE_BEFORE.code()) {
            // A writer that numbers each partition for itself.
            order[at] = second;
            order[at + 1] = first;
        }
    }

    /** Few rows: by insertion. */
    private void sort(Batch batch, int[] order, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int moving = order[i];
            int j = i;
            while (j > from && compare(batch, order[j - 1], moving) > 0) {
                order[j] = order[j - 1];
                j--;
            }
            order[j] = moving;
        }
    }

    /**
     * Each image has the number of the version that it is, and is told first as what came, then as what went. States that
     * are compared may be in any order of numbers, but what went was there before.
     */
    private int compare(Batch batch, int a, int b) {
        int[] kinds = KeyValues.kinds(batch);
        if (net) {
            return Boolean.compare(!isBefore(kinds[a]), !isBefore(kinds[b]));
        }
        long[] sequences = KeyValues.sequences(batch);
        int order = Long.compare(sequences[a], sequences[b]);
        return order != 0 ? order : Boolean.compare(isBefore(kinds[a]), isBefore(kinds[b]));
    }

    private static boolean isBefore(int kind) {
        return kind == RowKind.UPDATE_BEFORE.code() || kind == RowKind.DELETE.code();
    }

    @Override
    public void close() {
        merged.close();
    }
}
