package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the step from one image of a key to the next into changelog rows: nothing, {@code +I}, {@code -D}, or {@code -U}
 * at once followed by {@code +U}. Batches are {@link KeyValues} with all columns. Not thread-safe.
 */
public final class RowDiff {
    private final KeyComparator wholeRow;
    private final int width;
    private final boolean deduplicate;

    /**
     * @param rowType the table's columns
     * @param deduplicate whether a step that changes no column gives nothing rather than a pair
     */
    public RowDiff(RowType rowType, boolean deduplicate) {
        this(rowType.fields().stream().map(field -> field.type()).toList(), deduplicate);
    }

    /** The same for batches that hold columns of some types. */
    RowDiff(List<DataType> types, boolean deduplicate) {
        this.wholeRow = new KeyComparator(types);
        this.width = types.size();
        this.deduplicate = deduplicate;
    }

    /** Whether two rows have the same value in every column; NULL is the same as NULL. */
    public boolean sameRow(Batch a, int i, Batch b, int j) {
        for (int c = 0; c < width; c++) {
            int place = KeyValues.VALUES + c;
            if (wholeRow.compareColumn(c, a.column(place), i, b.column(place), j) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether two rows have the same value in some columns of the table. */
    boolean sameColumns(int[] columns, Batch a, int i, Batch b, int j) {
        for (int c : columns) {
            int place = KeyValues.VALUES + c;
            if (wholeRow.compareColumn(c, a.column(place), i, b.column(place), j) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the step between two images is left out of the changelog. */
    boolean isNoChange(Batch a, int i, Batch b, int j) {
        return deduplicate && sameRow(a, i, b, j);
    }

    /** Appends the changes from an image to the next; null is absence. */
    public void append(@Nullable Batch before, int i, @Nullable Batch after, int j, BatchBuilder changes) {
        if (before != null && after != null) {
            if (!deduplicate || !sameRow(before, i, after, j)) {
                copy(before, i, RowKind.UPDATE_BEFORE, changes);
                copy(after, j, RowKind.UPDATE_AFTER, changes);
            }
        } else if (after != null) {
            copy(after, j, RowKind.INSERT, changes);
        } else if (before != null) {
            copy(before, i, RowKind.DELETE, changes);
        }
    }

    private static void copy(Batch source, int row, RowKind kind, BatchBuilder target) {
        long sequence = KeyValues.sequences(source)[row];
        ((LongsBuilder) target.column(KeyValues.SEQUENCE)).append(sequence);
        ((IntsBuilder) target.column(KeyValues.KIND)).append(kind.code());
        for (int c = KeyValues.VALUES; c < target.width(); c++) {
            Column column = source.column(c);
            target.column(c).append(column, row, row + 1);
        }
    }
}
