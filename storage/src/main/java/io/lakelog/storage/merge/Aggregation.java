package io.lakelog.storage.merge;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;

/** {@code aggregation}: every column by a function of its own. */
final class Aggregation implements RowMerger {
    private final Accumulator[] columns;
    private final boolean[] ignoreRetract;
    private final boolean[] notNull;
    private final boolean removeOnDelete;
    private final int offset;
    private boolean any;
    private boolean present;

    Aggregation(Accumulator[] columns, boolean[] ignoreRetract, boolean[] notNull, boolean removeOnDelete, int offset) {
        this.columns = columns;
        this.ignoreRetract = ignoreRetract;
        this.notNull = notNull;
        this.removeOnDelete = removeOnDelete;
        this.offset = offset;
    }

    @Override
    public void reset() {
        any = false;
        clear();
    }

    private void clear() {
        for (Accumulator column : columns) {
            column.reset();
        }
    }

    @Override
    public void add(Batch batch, int row, int kind) {
        if (any && !present) {
            // What a deletion left behind is of no use to the row that follows it.
            clear();
        }
        any = true;
        present = !(removeOnDelete && kind == RowKind.DELETE.code());
        if (!present) {
            clear();
            for (int i = 0; i < columns.length; i++) {
                if (notNull[i]) {
                    columns[i].add(batch.column(offset + i), row);
                }
            }
        } else if (!RowKind.isRetract(kind)) {
            for (int i = 0; i < columns.length; i++) {
                columns[i].add(batch.column(offset + i), row);
            }
        } else {
            for (int i = 0; i < columns.length; i++) {
                if (!ignoreRetract[i]) {
                    columns[i].retract(batch.column(offset + i), row);
                }
            }
        }
    }

    @Override
    public boolean hasResult() {
        return any;
    }

    @Override
    public boolean isPresent() {
        return present;
    }

    @Override
    public void appendValues(BatchBuilder target) {
        for (int i = 0; i < columns.length; i++) {
            columns[i].appendTo(target.column(offset + i));
        }
    }
}
