package io.lakelog.storage.write;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.List;

/** The rows written to one bucket that are still in memory, numbered in the order they came. Not thread-safe. */
final class BucketBuffer {
    private final BatchBuilder rows;
    private final ColumnBuilder.OfInts kinds = new ColumnBuilder.OfInts();
    private final List<SpillFile> spilled = new ArrayList<>();
    private long firstNumber;

    BucketBuffer(TableShape shape) {
        this.rows = new BatchBuilder(shape.rowType());
    }

    void append(Batch batch, int from, int to, RowKind kind) {
        rows.append(batch, from, to);
        for (int i = from; i < to; i++) {
            kinds.append(kind.code());
        }
    }

    long memoryBytes() {
        return rows.memoryBytes() + kinds.memoryBytes();
    }

    void spill(Spill spill) {
        if (rows.size() > 0) {
            spilled.add(spill.write(takeMemory()));
        }
    }

    BucketRows take() {
        return new BucketRows(List.copyOf(spilled), takeMemory());
    }

    /** The rows in memory as {@link io.lakelog.storage.lsm.KeyValues}, numbered from 0 over the whole commit. */
    private Batch takeMemory() {
        Column kindColumn = kinds.build();
        Batch values = rows.build();
        long[] numbers = new long[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = firstNumber + i;
        }
        firstNumber += numbers.length;
        List<Column> columns = new ArrayList<>(values.width() + 2);
        columns.add(new Column.Longs(values.size(), null, numbers));
        columns.add(kindColumn);
        columns.addAll(values.columns());
        return new Batch(values.size(), columns);
    }
}
