package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.BatchCursor;
import io.lakelog.jdbc.convert.Descriptions;
import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.row.BatchSource;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.List;
import org.apache.calcite.avatica.AvaticaResultSet;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** A result over a cursor of batches: forward only, read only. */
final class LakelogResultSet extends LabelledResultSet {
    private final BatchCursor rows;
    private volatile boolean closed;

    private LakelogResultSet(
            @Nullable LakelogStatement statement,
            Meta.Signature signature,
            ResultSetMetaData metaData,
            BatchCursor rows)
            throws SQLException {
        super(statement, signature, metaData);
        this.rows = rows;
        execute2(rows, signature.columns);
    }

    /** The result of a statement. */
    static LakelogResultSet of(LakelogStatement statement, StatementResult.Rows result, long maxRows)
            throws SQLException {
        return of(statement.lakelog, statement, result, maxRows);
    }

    /** A result that no statement stands behind. */
    static LakelogResultSet of(LakelogConnection connection, StatementResult.Rows result) throws SQLException {
        return of(connection, null, result, 0);
    }

    /** A result without rows or columns. */
    static LakelogResultSet withoutColumns(LakelogConnection connection) throws SQLException {
        return of(connection, new StatementResult.Rows(List.of(), BatchSource.empty()));
    }

    private static LakelogResultSet of(
            LakelogConnection connection,
            @Nullable LakelogStatement statement,
            StatementResult.Rows result,
            long maxRows)
            throws SQLException {
        Meta.Signature signature = Descriptions.signature("", result.columns(), List.of());
        BatchCursor cursor = new BatchCursor(
                result.columns(),
                result.batches(),
                maxRows,
                connection.settings().timeZone());
        return new LakelogResultSet(statement, signature, new LakelogResultSetMetaData(statement, signature), cursor);
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "the result is closed");
        }
    }

    @Override
    protected AvaticaResultSet execute() {
        throw new IllegalStateException("the cursor is there from the beginning");
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            rows.close();
        } catch (RuntimeException e) {
            throw LakelogResultSet.<RuntimeException>unchecked(SqlErrors.of(e));
        } finally {
            if (statement instanceof LakelogStatement owner) {
                owner.onResultClosed();
            }
        }
    }

    /** Closes because the statement runs again; unlike {@link #close}, the statement stays open in any case. */
    void closeForNext() {
        if (!closed) {
            closed = true;
            rows.close();
        }
    }

    /** Closes because the statement is closed, which frees the rows. */
    void forget() {
        closed = true;
    }

    /** JDBC's close may throw what Avatica's says it does not. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> E unchecked(SQLException failure) throws E {
        throw (E) failure;
    }

    @Override
    public @Nullable Object getObject(int column) throws SQLException {
        checkOpen();
        return accessorList.get(column - 1).getObject();
    }

    @Override
    public Date getDate(int column) throws SQLException {
        checkOpen();
        return accessorList.get(column - 1).getDate(null);
    }

    @Override
    public Time getTime(int column) throws SQLException {
        checkOpen();
        return accessorList.get(column - 1).getTime(null);
    }

    @Override
    public Timestamp getTimestamp(int column) throws SQLException {
        checkOpen();
        return accessorList.get(column - 1).getTimestamp(null);
    }

    /** Not where there are no rows to be before. */
    @Override
    public boolean isBeforeFirst() throws SQLException {
        return super.isBeforeFirst() && rows.hasRows();
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        return super.isAfterLast() && rows.hasRows();
    }

    private static SQLException scrolling() {
        return SqlErrors.unsupported("moving in a result otherwise than forward");
    }

    @Override
    public boolean isLast() throws SQLException {
        throw scrolling();
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw scrolling();
    }

    @Override
    public void afterLast() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean first() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean last() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean absolute(int number) throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean relative(int count) throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean previous() throws SQLException {
        throw scrolling();
    }

    @Override
    public RowId getRowId(int column) throws SQLException {
        throw SqlErrors.unsupported("a row id");
    }

    @Override
    public RowId getRowId(String label) throws SQLException {
        throw SqlErrors.unsupported("a row id");
    }

    @Override
    public String getCursorName() throws SQLException {
        throw SqlErrors.unsupported("a named cursor");
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return TYPE_FORWARD_ONLY;
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return ResultSet.FETCH_FORWARD;
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != FETCH_FORWARD) {
            throw SqlErrors.unsupported("another fetch direction than forward");
        }
    }

    @Override
    public void setFetchSize(int rowCount) throws SQLException {
        checkOpen();
        if (rowCount < 0) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "fetch size " + rowCount + " is less than 0");
        }
        super.setFetchSize(rowCount);
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the result is no " + wanted.getName());
    }
}
