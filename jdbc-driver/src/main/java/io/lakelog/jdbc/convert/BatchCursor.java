package io.lakelog.jdbc.convert;

import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.util.ArrayImpl;
import org.apache.calcite.avatica.util.Cursor;
import org.jspecify.annotations.Nullable;

/**
 * Walks batches row by row; the accessors read straight from the vectors of the current one. Used by one thread at a
 * time; closing may come from another.
 */
public final class BatchCursor implements Cursor {
    private final BatchSource source;
    private final List<ColumnAccessor> accessors;
    private final long maxRows;
    private long rowsSeen;
    private @Nullable Batch batch;
    private int row = -1;
    private boolean ended;
    private boolean wasNull;

    /**
     * @param maxRows after which the result ends; 0 for all
     * @param zone in which TIMESTAMP_LTZ is shown
     */
    public BatchCursor(List<ResultColumn> columns, BatchSource source, long maxRows, ZoneId zone) {
        this.source = source;
        this.maxRows = maxRows;
        this.accessors = columns.stream()
                .map(column -> ColumnAccessor.of(this, column, zone))
                .toList();
    }

    @Override
    public List<Accessor> createAccessors(
            List<ColumnMetaData> types, Calendar localCalendar, ArrayImpl.Factory factory) {
        return new CheckedColumns<>(accessors);
    }

    @Override
    public boolean next() throws SQLException {
        if (maxRows > 0 && rowsSeen >= maxRows) {
            end();
            return false;
        }
        Batch current = batch;
        if (current != null && row + 1 < current.size()) {
            row++;
            rowsSeen++;
            return true;
        }
        return nextBatch();
    }

    /** Whether the result has a row at all; waits for the first if it has not been asked for yet. */
    public boolean hasRows() throws SQLException {
        return rowsSeen > 0 || batch != null || (!ended && load());
    }

    private boolean nextBatch() throws SQLException {
        if (!load()) {
            return false;
        }
        row = 0;
        rowsSeen++;
        return true;
    }

    /** Takes the next batch; the cursor is before its first row. */
    private boolean load() throws SQLException {
        Batch next;
        try {
            next = source.next();
        } catch (RuntimeException e) {
            end();
            throw SqlErrors.of(e);
        }
        if (next == null) {
            end();
            return false;
        }
        batch = next;
        for (int i = 0; i < accessors.size(); i++) {
            accessors.get(i).bind(next.column(i));
        }
        row = -1;
        return true;
    }

    private void end() {
        ended = true;
        batch = null;
        row = -1;
    }

    /** The row of the current batch that is current. */
    int row() {
        return row;
    }

    void sawNull(boolean isNull) {
        wasNull = isNull;
    }

    void checkOnRow() throws SQLException {
        if (row < 0) {
            throw new SQLException(
                    "there is no current row: next() has not been called or has returned false", "24000");
        }
    }

    @Override
    public boolean wasNull() {
        return wasNull;
    }

    @Override
    public void close() {
        source.close();
    }
}
