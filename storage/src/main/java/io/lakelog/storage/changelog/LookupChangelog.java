package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a commit makes in one bucket, found from the versions written and the rows present before: every
 * intermediate state is a change, and of each key at most one resolved row remains to be stored. Pure apart from the
 * consumers. Not thread-safe.
 */
public final class LookupChangelog {
    private final RowDiff diff;
    private final List<DataType> types;
    private final BatchBuilder changes;
    private final BatchBuilder rows;
    private final Consumer<Batch> changeConsumer;
    private final Consumer<Batch> rowConsumer;

    /**
     * @param changeConsumer takes the changelog, by key, every state of a key in order
     * @param rowConsumer takes the resolved rows that differ from those before, by key; retracts for keys now absent
     */
    public LookupChangelog(
            TableShape shape, boolean deduplicate, Consumer<Batch> changeConsumer, Consumer<Batch> rowConsumer) {
        this.diff = new RowDiff(shape.rowType(), deduplicate);
        this.types = KeyValues.types(shape.rowType(), shape.allPositions());
        this.changes = new BatchBuilder(types);
        this.rows = new BatchBuilder(types);
        this.changeConsumer = changeConsumer;
        this.rowConsumer = rowConsumer;
    }

    /**
     * Resolves keys that follow those before in key order.
     *
     * @param before the rows present before, one place for each group
     */
    public void resolve(SortedVersions sorted, KeyLookup.Found before) {
        Batch versions = sorted.versions();
        int[] kinds = KeyValues.kinds(versions);
        long[] sequences = KeyValues.sequences(versions);
        for (int group = 0; group < sorted.groups(); group++) {
            int oldRow = before.position()[group];
            Batch current = oldRow < 0 ? null : before.rows();
            int currentRow = oldRow;
            int last = -1;
            for (int i = sorted.starts()[group]; i < sorted.starts()[group + 1]; i++) {
                last = sorted.order()[i];
                if (RowKind.isRetract(kinds[last])) {
                    diff.append(current, currentRow, null, -1, changes);
                    current = null;
                } else {
                    diff.append(current, currentRow, versions, last, changes);
                    current = versions;
                    currentRow = last;
                }
            }
            store(before, oldRow, current, currentRow, sequences[last]);
            flush(Batch.TARGET_ROWS);
        }
    }

    /** Hands over what is left. */
    public void finish() {
        flush(1);
    }

    /** Keeps the last state of a key if it is not the one before. */
    private void store(KeyLookup.Found before, int oldRow, @Nullable Batch current, int currentRow, long sequence) {
        if (current == null) {
            if (oldRow >= 0) {
                RowDiff.copy(before.rows(), oldRow, sequence, RowKind.DELETE, rows);
            }
        } else if (oldRow < 0 || !diff.sameRow(before.rows(), oldRow, current, currentRow)) {
            RowDiff.copy(current, currentRow, sequence, RowKind.INSERT, rows);
        }
    }

    private void flush(int threshold) {
        if (changes.size() >= threshold) {
            changeConsumer.accept(changes.build());
        }
        if (rows.size() >= threshold) {
            rowConsumer.accept(rows.build());
        }
    }
}
