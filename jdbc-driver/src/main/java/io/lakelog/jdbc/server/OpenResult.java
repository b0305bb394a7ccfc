package io.lakelog.jdbc.server;

import io.lakelog.jdbc.wire.WireFrame;
import io.lakelog.jdbc.wire.WireNotes;
import io.lakelog.sql.ResultColumn;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result that a client reads frame by frame. One frame at a time. */
final class OpenResult {
    /** A smaller frame costs more than it saves, whatever the client asks for. */
    private static final int LEAST_ROWS = 1000;

    private static final int DEFAULT_ROWS = 4096;
    private static final long BYTES_PER_VALUE = 12;

    private final BatchSource source;
    private final List<ResultColumn> columns;
    private final List<String> warnings;
    private final List<DataType> types;
    private final WireFrame.Dialect dialect;
    private final long maxRows;
    private final ServerLimits limits;
    private @Nullable Batch batch;
    private int row;
    private long offset;

    /** @param maxRows after which the result ends; 0 for all */
    OpenResult(StatementResult.Rows result, long maxRows, WireFrame.Dialect dialect, ServerLimits limits) {
        this.source = result.batches();
        this.columns = result.columns();
        this.warnings = result.warnings();
        this.types = columns.stream().map(ResultColumn::type).toList();
        this.maxRows = maxRows;
        this.dialect = dialect;
        this.limits = limits;
    }

    List<ResultColumn> columns() {
        return columns;
    }

    /** What the first frame takes along for our client. */
    WireNotes notes() {
        return dialect.exact() ? new WireNotes(List.copyOf(warnings), -1) : WireNotes.NONE;
    }

    /** How many rows have been handed out. */
    synchronized long offset() {
        return offset;
    }

    /**
     * The next rows. A frame that ends the result says so, and closes the source.
     *
     * @param wantedRows what the client asks for; 0 or less for a default
     */
    synchronized WireFrame next(int wantedRows) {
        long rowsLeft = Math.min(
                limits.get(Limit.FRAME_ROWS), wantedRows <= 0 ? DEFAULT_ROWS : Math.max(LEAST_ROWS, wantedRows));
        if (maxRows > 0) {
            rowsLeft = Math.min(rowsLeft, maxRows - offset);
        }
        List<WireFrame.Slice> slices = new ArrayList<>();
        long bytesLeft = limits.get(Limit.FRAME_BYTES);
        long start = offset;
        boolean done = false;
        while (rowsLeft > 0 && bytesLeft > 0) {
            Batch current = batch;
            if (current == null || row == current.size()) {
                batch = source.next();
                row = 0;
                if (batch == null) {
                    done = true;
                    break;
                }
                continue;
            }
            int to = row;
            while (to < current.size() && to - row < rowsLeft && bytesLeft > 0) {
                bytesLeft -= checked(bytes(current, to++));
            }
            slices.add(new WireFrame.Slice(current, row, to));
            rowsLeft -= to - row;
            offset += to - row;
            row = to;
        }
        if (done || (maxRows > 0 && offset >= maxRows)) {
            done = true;
            source.close();
        }
        return new WireFrame(start, done, slices, types, dialect);
    }

    private long checked(long rowBytes) {
        if (rowBytes > limits.get(Limit.ROW_BYTES)) {
            source.close();
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "a row of the result has " + rowBytes + " bytes, and the server sends rows of "
                            + limits.get(Limit.ROW_BYTES) + " at most: select fewer columns, or parts of long values");
        }
        return rowBytes;
    }

    private static long bytes(Batch batch, int row) {
        long sum = 0;
        for (Column column : batch.columns()) {
            sum += bytes(column, row);
        }
        return sum;
    }

    private static long bytes(Column column, int row) {
        long sum = BYTES_PER_VALUE;
        if (column instanceof Column.Bytes bytes) {
            sum += bytes.length(row);
        } else if (column instanceof Column.Lists lists) {
            for (Column child : lists.children) {
                for (int i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) {
                    sum += bytes(child, i);
                }
            }
        } else if (column instanceof Column.Structs rows) {
            for (Column child : rows.children) {
                sum += bytes(child, row);
            }
        }
        return sum;
    }
}
