package io.lakelog.storage.merge;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;
import org.jspecify.annotations.Nullable;

/** {@code deduplicate}: the last version counts. */
final class LastRow implements RowMerger {
    private final boolean ignoreDelete;
    private final WholeRow last;

    LastRow(boolean ignoreDelete, int columns, int offset) {
        this.ignoreDelete = ignoreDelete;
        this.last = new WholeRow(columns, offset);
    }

    @Override
    public void reset() {
        last.clear();
    }

    @Override
    public void add(Batch batch, int row, int kind) {
        if (!ignoreDelete || !RowKind.isRetract(kind)) {
            last.set(batch, row, kind);
        }
    }

    @Override
    public boolean hasResult() {
        return last.isSet();
    }

    @Override
    public boolean isPresent() {
        return last.isPresent();
    }

    @Override
    public void appendValues(BatchBuilder target) {
        last.appendValues(target);
    }

    /** A version kept as it is. */
    static final class WholeRow {
        private final int columns;
        private final int offset;
        private @Nullable Batch batch;
        private int row;
        private int kind;

        WholeRow(int columns, int offset) {
            this.columns = columns;
            this.offset = offset;
        }

        void clear() {
            batch = null;
        }

        void set(Batch newBatch, int newRow, int newKind) {
            batch = newBatch;
            row = newRow;
            kind = newKind;
        }

        boolean isSet() {
            return batch != null;
        }

        boolean isPresent() {
            return batch != null && !RowKind.isRetract(kind);
        }

        void appendValues(BatchBuilder target) {
            Batch source = batch;
            if (source == null) {
                throw new IllegalStateException("no version counts");
            }
            for (int c = offset; c < offset + columns; c++) {
                target.column(c).append(source.column(c), row, row + 1);
            }
        }
    }
}
