package io.lakelog.storage.lsm;

import io.lakelog.storage.manifest.ColumnStats;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.schema.TableShape;
import java.util.List;

/**
 * A sorted run that is not written yet, newer than any file. Immutable. So that it can be cut into sections with files, it
 * shows itself as a file that only this package ever opens.
 */
public final class MemoryRun {
    private final List<Batch> batches;
    private final DataFileMeta file;
    private final int level;

    /**
     * @param batches {@link KeyValues} with all columns, sorted, at most one row a key; at least one row
     * @param level 0 for rows that are to be merged onto those below; above it for resolved rows, which take their place
     */
    public MemoryRun(List<Batch> batches, TableShape shape, int level) {
        this.batches = List.copyOf(batches);
        this.level = level;
        int[] keyColumns = KeyValues.inBatch(shape.keyPositions());
        Batch last = batches.get(batches.size() - 1);
        List<Column> firstKeys = KeyValues.columns(batches.get(0), keyColumns);
        List<Column> lastKeys = KeyValues.columns(last, keyColumns);
        this.file = new DataFileMeta(
                "(rows in memory)",
                0,
                batches.stream().mapToLong(Batch::size).sum(),
                BinaryRow.of(firstKeys, shape.keyTypes(), 0),
                BinaryRow.of(lastKeys, shape.keyTypes(), last.size() - 1),
                ColumnStats.NONE,
                ColumnStats.NONE,
                0,
                Long.MAX_VALUE,
                0,
                0,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    public long rowCount() {
        return file.rowCount();
    }

    /** A run of the one file that stands for these rows. */
    public SortedRun asRun() {
        return new SortedRun(level, List.of(file));
    }

    /** The file that stands for these rows. */
    public DataFileMeta asFile() {
        return file;
    }

    /** The rows in some columns of the table. */
    BatchSource open(int[] columns) {
        int[] wanted = new int[KeyValues.VALUES + columns.length];
        wanted[KeyValues.KIND] = KeyValues.KIND;
        System.arraycopy(KeyValues.inBatch(columns), 0, wanted, KeyValues.VALUES, columns.length);
        return new MappedSource(BatchSource.of(batches), batch -> batch.project(wanted));
    }
}
