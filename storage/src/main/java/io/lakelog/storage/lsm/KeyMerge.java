package io.lakelog.storage.lsm;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.merge.RowMerger;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableShape;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Brings the versions of one key together by a table's {@link MergeRules}: gathers them in any order, sorts them by what
 * orders versions, merges. A key with a single version keeps it as it is. Not thread-safe.
 */
public final class KeyMerge {
    private final MergeRules.VersionOrder order;
    private final RowMerger merger;
    private final TableShape shape;
    private final int[] columns;
    private Batch[] batches = new Batch[4];
    private int[] rows = new int[4];
    private int count;

    /** @param columns positions in the table of the columns that the batches ({@link KeyValues}) hold */
    public KeyMerge(MergeRules rules, TableShape shape, int[] columns) {
        this.order = rules.order(columns, KeyValues.VALUES);
        this.merger = rules.merger(columns, KeyValues.VALUES);
        this.shape = shape;
        this.columns = columns;
    }

    /** Begins another key. */
    public void clear() {
        count = 0;
    }

    /** Takes a version of the key. */
    public void add(Batch batch, int row) {
        if (count == rows.length) {
            batches = Arrays.copyOf(batches, 2 * count);
            rows = Arrays.copyOf(rows, 2 * count);
        }
        batches[count] = batch;
        rows[count++] = row;
    }

    public int count() {
        return count;
    }

    /**
     * Appends what the versions come to.
     *
     * @return whether there is a row now: not if no version counts
     */
    public boolean appendTo(BatchBuilder target) {
        return appendTo(target, false);
    }

    /** The same; {@code dropRetracts} leaves the key out if it is absent. */
    boolean appendTo(BatchBuilder target, boolean dropRetracts) {
        if (count == 1) {
            if (dropRetracts && RowKind.isRetract(KeyValues.kinds(batches[0])[rows[0]])) {
                return false;
            }
            target.append(batches[0], rows[0], rows[0] + 1);
            return true;
        }
        sort();
        merger.reset();
        long sequence = 0;
        for (int i = 0; i < count; i++) {
            add(merger, batches[i], rows[i]);
            sequence = Math.max(sequence, KeyValues.sequences(batches[i])[rows[i]]);
        }
        if (!merger.hasResult() || dropRetracts && !merger.isPresent()) {
            return false;
        }
        append(merger, sequence, target);
        return true;
    }

    /** Whether a version is older than another. */
    public boolean isOlder(Batch a, int i, Batch b, int j) {
        return compare(a, i, b, j) < 0;
    }

    /** Hands a version to a merger; an error names the key. */
    void add(RowMerger target, Batch batch, int row) {
        try {
            target.add(batch, row, KeyValues.kinds(batch)[row]);
        } catch (LakelogException e) {
            if (e.code() != ErrorCode.NUMERIC_OVERFLOW && e.code() != ErrorCode.DIVISION_BY_ZERO) {
                throw e;
            }
            throw new LakelogException(e.code(), e.getMessage() + ", at key " + keyText(batch, row), e);
        }
    }

    /** Appends a merged row. */
    static void append(RowMerger merged, long sequence, BatchBuilder target) {
        ((LongsBuilder) target.column(KeyValues.SEQUENCE)).append(sequence);
        RowKind kind = merged.isPresent() ? RowKind.INSERT : RowKind.DELETE;
        ((IntsBuilder) target.column(KeyValues.KIND)).append(kind.code());
        merged.appendValues(target);
    }

    /** Insertion sort: versions of a key are few, and mostly in order. */
    private void sort() {
        for (int i = 1; i < count; i++) {
            Batch batch = batches[i];
            int row = rows[i];
            int j = i;
            while (j > 0 && compare(batches[j - 1], rows[j - 1], batch, row) > 0) {
                batches[j] = batches[j - 1];
                rows[j] = rows[j - 1];
                j--;
            }
            batches[j] = batch;
            rows[j] = row;
        }
    }

    private int compare(Batch a, int i, Batch b, int j) {
        int byColumns = order.compare(a, i, b, j);
        return byColumns != 0 ? byColumns : Long.compare(KeyValues.sequences(a)[i], KeyValues.sequences(b)[j]);
    }

    private String keyText(Batch batch, int row) {
        StringBuilder text = new StringBuilder("(");
        for (int position : shape.keyPositions()) {
            for (int c = 0; c < columns.length; c++) {
                if (columns[c] == position) {
                    @Nullable
                    Object value = Values.get(
                            batch.column(KeyValues.VALUES + c), shape.rowType().type(position), row);
                    text.append(text.length() > 1 ? ", " : "")
                            .append(shape.rowType().field(position).name())
                            .append(" = ")
                            .append(value);
                }
            }
        }
        return text.append(')').toString();
    }
}
