package io.lakelog.storage.row;

import java.util.List;

/**
 * Some thousand rows as column vectors. Immutable, unless its source lends it ({@link BatchSource}).
 *
 * @param size number of rows; 0 is allowed
 * @param columns one vector for each column, each of {@code size} values
 */
public record Batch(int size, List<Column> columns) {
    /** The number of rows readers and builders aim at. */
    public static final int TARGET_ROWS = 4096;

    public Batch {
        columns = List.copyOf(columns);
        for (Column column : columns) {
            if (column.size() != size) {
                throw new IllegalArgumentException("column of " + column.size() + " values in a batch of " + size);
            }
        }
    }

    public Column column(int position) {
        return columns.get(position);
    }

    public int width() {
        return columns.size();
    }

    /** The columns at {@code positions}, in that order; shares the vectors. */
    public Batch project(int[] positions) {
        Column[] chosen = new Column[positions.length];
        for (int i = 0; i < positions.length; i++) {
            chosen[i] = columns.get(positions[i]);
        }
        return new Batch(size, List.of(chosen));
    }
}
