package io.lakelog.storage.lsm;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;

/**
 * How versions of rows lie in a batch: sequence number (LONG), kind (INT, see {@link RowKind#code()}), then columns of
 * the table.
 */
public final class KeyValues {
    /** Position of the sequence number. */
    public static final int SEQUENCE = 0;

    /** Position of the kind. */
    public static final int KIND = 1;

    /** Position of the first table column. */
    public static final int VALUES = 2;

    private KeyValues() {}

    /** The types of a batch with these table columns. */
    public static List<DataType> types(RowType rowType, int[] columns) {
        List<DataType> types = new ArrayList<>(columns.length + VALUES);
        types.add(DataType.BIGINT.notNull());
        types.add(DataType.TINYINT.notNull());
        for (int column : columns) {
            types.add(rowType.type(column));
        }
        return types;
    }

    public static long[] sequences(Batch batch) {
        return ((Column.Longs) batch.column(SEQUENCE)).values;
    }

    public static int[] kinds(Batch batch) {
        return ((Column.Ints) batch.column(KIND)).values;
    }

    /** Positions of table columns shifted to where they lie in a batch that holds all of them. */
    public static int[] inBatch(int[] tablePositions) {
        int[] shifted = new int[tablePositions.length];
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] = tablePositions[i] + VALUES;
        }
        return shifted;
    }

    /** Appends rows {@code from} (inclusive) to {@code to} (exclusive) of a batch, but for retracts. */
    static void appendPresent(BatchBuilder target, Batch batch, int from, int to) {
        int[] kinds = kinds(batch);
        int start = from;
        for (int i = from; i < to; i++) {
            if (RowKind.isRetract(kinds[i])) {
                if (i > start) {
                    target.append(batch, start, i);
                }
                start = i + 1;
            }
        }
        if (to > start) {
            target.append(batch, start, to);
        }
    }

    /** The columns of a batch at some positions. */
    public static List<Column> columns(Batch batch, int[] positions) {
        Column[] chosen = new Column[positions.length];
        for (int i = 0; i < positions.length; i++) {
            chosen[i] = batch.column(positions[i]);
        }
        return List.of(chosen);
    }
}
