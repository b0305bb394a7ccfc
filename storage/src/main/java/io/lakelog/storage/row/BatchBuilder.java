package io.lakelog.storage.row;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;

/** Grows a batch column by column or row by row. Every column must have the same size at {@link #build()}. Not thread-safe. */
public final class BatchBuilder {
    private final List<ColumnBuilder> columns;

    public BatchBuilder(RowType type) {
        this(type.fields().stream().map(field -> field.type()).toList());
    }

    public BatchBuilder(List<DataType> types) {
        List<ColumnBuilder> builders = new ArrayList<>(types.size());
        for (DataType type : types) {
            builders.add(ColumnBuilder.of(type));
        }
        columns = List.copyOf(builders);
    }

    /**
     * From now on batches are lent: each lies in the same arrays as the one before, and may be read until something is
     * appended.
     *
     * @return this builder
     */
    public BatchBuilder lending() {
        columns.forEach(ColumnBuilder::lend);
        return this;
    }

    /**
     * Makes room for all rows of some batches of the same layouts, once the first of them is appended.
     *
     * @return this builder
     */
    public BatchBuilder expecting(List<Batch> batches) {
        for (int i = 0; i < columns.size(); i++) {
            int position = i;
            columns.get(i)
                    .expect(batches.stream()
                            .map(batch -> batch.column(position))
                            .toList());
        }
        return this;
    }

    public ColumnBuilder column(int position) {
        return columns.get(position);
    }

    /** The builders of all columns, in order. Immutable. */
    public List<ColumnBuilder> columns() {
        return columns;
    }

    public int width() {
        return columns.size();
    }

    /** Rows so far; what the first column has (0 for a batch without columns). */
    public int size() {
        return columns.isEmpty() ? 0 : columns.get(0).size();
    }

    public long memoryBytes() {
        long sum = 0;
        for (ColumnBuilder column : columns) {
            sum += column.memoryBytes();
        }
        return sum;
    }

    /** Appends rows {@code from} (inclusive) to {@code to} (exclusive) of a batch of the same layouts. */
    public void append(Batch source, int from, int to) {
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).append(source.column(i), from, to);
        }
    }

    /** The batch built so far; the builder is empty afterwards. */
    public Batch build() {
        int size = size();
        List<Column> built = new ArrayList<>(columns.size());
        for (ColumnBuilder column : columns) {
            built.add(column.build());
        }
        return new Batch(size, built);
    }
}
