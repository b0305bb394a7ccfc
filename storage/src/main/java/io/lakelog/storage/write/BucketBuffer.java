package io.lakelog.storage.write;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.List;

/** The rows written to one bucket so far, in the order they came. Not thread-safe. */
final class BucketBuffer {
    private final BatchBuilder rows;
    private final ColumnBuilder.OfInts kinds = new ColumnBuilder.OfInts();
    private int count;

    BucketBuffer(TableShape shape) {
        this.rows = new BatchBuilder(shape.rowType());
    }

    void append(Batch batch, int from, int to, RowKind kind) {
        rows.append(batch, from, to);
        for (int i = from; i < to; i++) {
            kinds.append(kind.code());
        }
        count += to - from;
    }

    int count() {
        return count;
    }

    long memoryBytes() {
        return rows.memoryBytes() + kinds.memoryBytes();
    }

    /** The rows as they came, to be given to {@link #versions}; the buffer is empty afterwards. */
    Batch drain() {
        Batch batch = rows.build();
        List<Column> columns = new ArrayList<>(batch.width() + 1);
        columns.add(kinds.build());
        columns.addAll(batch.columns());
        count = 0;
        return new Batch(batch.size(), columns);
    }

    /** Drained rows as {@link KeyValues}, numbered from {@code firstSequence} on. */
    static Batch versions(Batch drained, long firstSequence) {
        long[] sequences = new long[drained.size()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = firstSequence + i;
        }
        List<Column> columns = new ArrayList<>(drained.width() + 1);
        columns.add(new Column.Longs(drained.size(), null, sequences));
        columns.addAll(drained.columns());
        return new Batch(drained.size(), columns);
    }
}
