package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The net changes that the last versions of keys make to the rows that have been told, by key. Not thread-safe. */
public final class UntoldChanges implements BatchSource {
    private final BatchSource versions;
    private final Told told;
    private final int[] keyColumns;
    private final RowDiff diff;
    private final BatchBuilder output;

    /** Finds the rows that have been told. */
    @FunctionalInterface
    public interface Told {
        /** @param keys sorted, each once */
        KeyLookup.Found find(List<Column> keys, int count);
    }

    /**
     * @param versions {@link KeyValues} with all columns, by key, one row each, retracts included; may be lent, closed
     *     with this
     * @param deduplicate whether rows that are the same give nothing rather than a pair
     */
    public UntoldChanges(BatchSource versions, Told told, TableShape shape, boolean deduplicate) {
        this.versions = versions;
        this.told = told;
        this.keyColumns = KeyValues.inBatch(shape.keyPositions());
        this.diff = new RowDiff(shape.rowType(), deduplicate);
        this.output = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    @Override
    public @Nullable Batch next() {
        for (Batch batch = versions.next(); batch != null; batch = versions.next()) {
            KeyLookup.Found before = told.find(KeyValues.columns(batch, keyColumns), batch.size());
            int[] kinds = KeyValues.kinds(batch);
            for (int row = 0; row < batch.size(); row++) {
                diff.append(
                        before.isPresent(row) ? before.rows() : null,
                        before.position()[row],
                        RowKind.isRetract(kinds[row]) ? null : batch,
                        row,
                        output);
            }
            if (output.size() > 0) {
                return output.build();
            }
        }
        return null;
    }

    @Override
    public void close() {
        versions.close();
    }
}
