package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.jdbc.session.Limits;
import io.lakelog.jdbc.session.Limits.Expected;
import io.lakelog.jdbc.session.Session;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.error.ErrorCode;
import java.sql.BatchUpdateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A statement over a slot of the session: at most one result at a time, and it can be run again after an error, a timeout
 * or a cancellation.
 */
class LakelogStatement extends PlainStatement {
    private static final int MAX_TIMEOUT_SECONDS = Integer.MAX_VALUE / 1000;
    private static final long NO_COUNT = -1;

    final LakelogConnection lakelog;
    final Session session;
    final int number;
    private final List<String> batch = new ArrayList<>();
    private final StatementWarnings warnings = new StatementWarnings();
    private int timeoutSeconds;
    private int fetchRows;

    LakelogStatement(LakelogConnection connection, int number, int holdability) {
        super(connection, number, holdability);
        this.lakelog = connection;
        this.session = connection.session();
        this.number = number;
        this.updateCount = NO_COUNT;
    }

    static void checkSql(@Nullable String sql) throws SQLException {
        if (sql == null) {
            throw SqlErrors.of(ErrorCode.SYNTAX, "the SQL text is null");
        }
    }

    /** Runs something that gives a result, and takes the result. */
    final void run(Expected expected, Function<Limits, StatementResult> execution) throws SQLException {
        checkOpen();
        closeCurrentResult();
        warnings.replace(List.of());
        StatementResult result = lakelog.ask(() -> execution.apply(limits(expected)));
        warnings.replace(result.warnings());
        if (result instanceof StatementResult.Rows rows) {
            synchronized (this) {
                openResultSet = LakelogResultSet.of(this, rows, getLargeMaxRows());
            }
        } else {
            updateCount = result instanceof StatementResult.UpdateCount count ? count.count() : 0;
        }
    }

    final Limits limits(Expected expected) {
        return new Limits(expected, maxRowCount, fetchRows, timeoutSeconds * 1000L);
    }

    private void closeCurrentResult() throws SQLException {
        LakelogResultSet open;
        synchronized (this) {
            updateCount = NO_COUNT;
            open = (LakelogResultSet) openResultSet;
            openResultSet = null;
        }
        if (open != null) {
            try {
                open.closeForNext();
            } catch (RuntimeException e) {
                throw SqlErrors.of(e);
            }
        }
    }

    final ResultSet resultSet() throws SQLException {
        ResultSet result = openResultSet;
        if (result == null) {
            throw SqlErrors.of(ErrorCode.INVALID_STATEMENT, "the statement returned no rows");
        }
        return result;
    }

    final void checkNotPrepared(String method) throws SQLException {
        if (this instanceof LakelogPreparedStatement) {
            throw SqlErrors.of(
                    ErrorCode.INVALID_STATEMENT, method + " with a text cannot be called on a prepared statement");
        }
    }

    private void run(Expected expected, @Nullable String sql, String method) throws SQLException {
        checkOpen();
        checkNotPrepared(method);
        checkSql(sql);
        run(expected, limits -> session.execute(number, String.valueOf(sql), limits));
    }

    @Override
    public boolean execute(@Nullable String sql) throws SQLException {
        run(Expected.ANYTHING, sql, "execute");
        return openResultSet != null;
    }

    @Override
    public ResultSet executeQuery(@Nullable String sql) throws SQLException {
        run(Expected.ROWS, sql, "executeQuery");
        return resultSet();
    }

    @Override
    public long executeLargeUpdate(@Nullable String sql) throws SQLException {
        run(Expected.COUNT, sql, "executeUpdate");
        return updateCount;
    }

    @Override
    public void addBatch(@Nullable String sql) throws SQLException {
        checkOpen();
        checkNotPrepared("addBatch");
        checkSql(sql);
        batch.add(String.valueOf(sql));
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    /** Runs the texts one after the other with one commit: if one fails, none counts. */
    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<String> texts = List.copyOf(batch);
        batch.clear();
        closeCurrentResult();
        if (texts.isEmpty()) {
            return new long[0];
        }
        try {
            return lakelog.ask(() -> session.executeTexts(number, texts, limits(Expected.COUNT)));
        } catch (SQLException e) {
            throw batchFailure(e, allFailed(texts.size()));
        }
    }

    static BatchUpdateException batchFailure(SQLException cause, long[] counts) {
        BatchUpdateException failure =
                new BatchUpdateException(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), counts, cause);
        failure.setNextException(cause);
        return failure;
    }

    @Override
    public @Nullable ResultSet getResultSet() throws SQLException {
        checkOpen();
        return openResultSet;
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    /** There is never a second result. */
    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        switch (current) {
            case CLOSE_CURRENT_RESULT, CLOSE_ALL_RESULTS -> closeCurrentResult();
            case KEEP_CURRENT_RESULT -> throw SqlErrors.unsupported("more than one open result of a statement");
            default -> throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "getMoreResults does not know " + current);
        }
        return false;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings.chain();
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        warnings.clear();
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return LakelogResultSet.withoutColumns(lakelog);
    }

    @Override
    public void cancel() throws SQLException {
        checkOpen();
        try {
            session.cancel(number);
        } catch (RuntimeException e) {
            throw SqlErrors.of(e);
        }
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return timeoutSeconds;
    }

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        if (seconds < 0) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "query timeout " + seconds + " is less than 0");
        }
        timeoutSeconds = Math.min(seconds, MAX_TIMEOUT_SECONDS);
    }

    @Override
    public void setLargeMaxRows(long rows) throws SQLException {
        checkOpen();
        if (rows < 0) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "max rows " + rows + " is less than 0");
        }
        maxRowCount = rows;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchRows;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (rows < 0) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "fetch size " + rows + " is less than 0");
        }
        fetchRows = rows;
    }

    @Override
    public LakelogConnection getConnection() throws SQLException {
        checkOpen();
        return lakelog;
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "the statement is closed");
        }
    }

    /** Not synchronized, unlike Avatica's: closing must not wait for what runs, but stop it. */
    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized")
    public void close() throws SQLException {
        try {
            close_();
        } catch (RuntimeException e) {
            throw SqlErrors.of(e);
        }
    }

    @Override
    protected void close_() {
        if (!closed) {
            forget();
            session.closeStatement(number);
        }
    }

    /** Closes this object; the session's slot is someone else's to close. */
    final void forget() {
        closed = true;
        lakelog.forget(this, number);
        synchronized (this) {
            if (openResultSet != null) {
                LakelogResultSet open = (LakelogResultSet) openResultSet;
                openResultSet = null;
                open.forget();
            }
        }
    }

    /** The result has been closed by its user. */
    void onResultClosed() {
        if (closeOnCompletion) {
            close_();
        }
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the statement is no " + wanted.getName());
    }

    /** {@link Statement#EXECUTE_FAILED} for each of {@code size} statements. */
    static long[] allFailed(int size) {
        long[] counts = new long[size];
        java.util.Arrays.fill(counts, Statement.EXECUTE_FAILED);
        return counts;
    }
}
