package io.lakelog.storage.changes;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** Puts what places a change in front of its row: kind, snapshot, number within it, commit time. Not thread-safe. */
final class ChangeNumbers {
    private long next;

    /** Begins to count anew: for another snapshot. */
    void restart() {
        next = 0;
    }

    /** {@link KeyValues} as changes of a snapshot. */
    Batch number(Batch batch, Snapshot snapshot) {
        int size = batch.size();
        long[] ids = new long[size];
        long[] numbers = new long[size];
        long[] times = new long[size];
        long micros = snapshot.commitTimeMillis() * 1000;
        for (int i = 0; i < size; i++) {
            ids[i] = snapshot.id();
            numbers[i] = next++;
            times[i] = micros;
        }
        List<Column> all = new ArrayList<>(batch.width() + 2);
        all.add(batch.column(KeyValues.KIND));
        all.add(new Column.Longs(size, null, ids));
        all.add(new Column.Longs(size, null, numbers));
        all.add(new Column.Longs(size, null, times));
        all.addAll(batch.columns().subList(KeyValues.VALUES, batch.width()));
        return new Batch(size, all);
    }
}
