package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.TableShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The changes from one state of a bucket to another, by key: walks both side by side. Not thread-safe. */
public final class StateDiff implements BatchSource {
    private final TableShape shape;
    private final Side before;
    private final Side after;
    private final RowDiff rowDiff;
    private final BatchBuilder output;
    private boolean started;

    /**
     * Both states are {@link KeyValues} with all columns, by key, one row each, and may be lent; they are closed with this.
     *
     * @param deduplicate whether rows that are the same give nothing rather than a pair
     */
    public StateDiff(BatchSource before, BatchSource after, TableShape shape, boolean deduplicate) {
        this.shape = shape;
        this.before = new Side(before);
        this.after = new Side(after);
        this.rowDiff = new RowDiff(shape.rowType(), deduplicate);
        this.output = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    @Override
    public @Nullable Batch next() {
        if (!started) {
            started = true;
            before.advance();
            after.advance();
        }
        while (output.size() < Batch.TARGET_ROWS) {
            Batch old = before.batch;
            Batch now = after.batch;
            if (old == null && now == null) {
                break;
            }
            int order = old == null
                    ? 1
                    : now == null ? -1 : shape.keyComparator().compare(before.keys, before.row, after.keys, after.row);
            rowDiff.append(order <= 0 ? old : null, before.row, order >= 0 ? now : null, after.row, output);
            if (order <= 0) {
                before.advance();
            }
            if (order >= 0) {
                after.advance();
            }
        }
        return output.size() > 0 ? output.build() : null;
    }

    @Override
    public void close() {
        before.source.close();
        after.source.close();
    }

    private final class Side {
        final BatchSource source;
        final int[] keyColumns = KeyValues.inBatch(shape.keyPositions());

        @Nullable
        Batch batch;

        List<Column> keys = List.of();
        int row = -1;

        Side(BatchSource source) {
            this.source = source;
        }

        void advance() {
            row++;
            if (batch == null || row == batch.size()) {
                batch = source.next();
                row = 0;
                keys = batch == null ? List.of() : KeyValues.columns(batch, keyColumns);
            }
        }
    }
}
