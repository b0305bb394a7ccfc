package io.lakelog.storage.lsm;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.TableShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds the rows of sorted keys among the rows of one run that are read for something else, such as a merge, so that they
 * need not be read twice. Not thread-safe.
 */
public final class PassingLookup {
    private final TableShape shape;
    private final int[] keyColumns;
    private final BatchBuilder found;
    private int[] position = new int[0];
    private KeyJoin join;

    public PassingLookup(TableShape shape) {
        this.shape = shape;
        this.keyColumns = KeyValues.inBatch(shape.keyPositions());
        this.found = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
        this.join = join(List.of(), 0);
    }

    /**
     * Looks for other keys from now on.
     *
     * @param keys the key columns, sorted, each key once, after all keys before
     */
    public void seek(List<Column> keys, int count) {
        position = new int[count];
        Arrays.fill(position, -1);
        join = join(keys, count);
    }

    private KeyJoin join(List<Column> keys, int count) {
        int[] all = IntStream.range(0, count).toArray();
        return new KeyJoin(shape.keyComparator(), keys, all, new KeyJoin.Search(position, new boolean[count], found));
    }

    /**
     * Takes the next rows of the run, {@link KeyValues} with all columns; the same once more after {@link #seek}.
     *
     * @return whether no key can be found in later rows
     */
    public boolean pass(Batch rows) {
        join.append(rows, join.in(KeyValues.columns(rows, keyColumns), rows.size()));
        return join.areAllPassed();
    }

    /** What was found of the keys looked for. */
    public KeyLookup.Found take() {
        return new KeyLookup.Found(found.build(), position);
    }
}
