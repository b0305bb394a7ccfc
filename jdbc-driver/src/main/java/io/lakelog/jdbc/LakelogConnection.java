package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.jdbc.metadata.MetadataQueries;
import io.lakelog.jdbc.session.PreparedShape;
import io.lakelog.jdbc.session.Session;
import io.lakelog.storage.error.ErrorCode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLPermission;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.calcite.avatica.ConnectionConfig;
import org.jspecify.annotations.Nullable;

/** A connection over a session. */
final class LakelogConnection extends UnsupportedConnection {
    private static final int MILLIS_PER_SECOND = 1000;

    private final Session session;
    private final ConnectionUrl settings;
    private final String url;
    private volatile boolean closed;

    LakelogConnection(LakelogDriver driver, String url, ConnectionUrl settings, Session session) {
        super(driver, driver.factory(), url);
        this.url = url;
        this.settings = settings;
        this.session = session;
    }

    Session session() {
        return session;
    }

    ConnectionUrl settings() {
        return settings;
    }

    String url() {
        return url;
    }

    /** Asks the session, its failures as SQLExceptions. */
    <T> T ask(Supplier<T> question) throws SQLException {
        checkOpen();
        try {
            return question.get();
        } catch (RuntimeException e) {
            throw SqlErrors.of(e);
        }
    }

    private void tell(Runnable order) throws SQLException {
        ask(() -> {
            order.run();
            return true;
        });
    }

    @Override
    protected void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "the connection is closed");
        }
    }

    /** Asked for in Avatica's constructors, before this class's fields are set. */
    @Override
    public ConnectionConfig config() {
        return AvaticaDefaults.config();
    }

    @Override
    public void openConnection() {
        // The session is open from the beginning.
    }

    @Override
    public void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        for (var statement : List.copyOf(statementMap.values())) {
            ((LakelogStatement) statement).forget();
        }
        try {
            session.close();
        } catch (RuntimeException e) {
            throw SqlErrors.of(e);
        }
    }

    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        if (executor == null) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "abort needs an executor");
        }
        @SuppressWarnings("removal") // As JDBC asks, while there are security managers.
        SecurityManager security = System.getSecurityManager();
        if (security != null) {
            security.checkPermission(new SQLPermission("callAbort"));
        }
        if (!closed) {
            closed = true;
            executor.execute(session::close);
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid(int timeoutSeconds) throws SQLException {
        if (timeoutSeconds < 0) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "timeout " + timeoutSeconds + " is less than 0");
        }
        long timeoutMillis = Math.min(Integer.MAX_VALUE, (long) timeoutSeconds * MILLIS_PER_SECOND);
        return !closed && session.isAlive((int) timeoutMillis);
    }

    @Override
    public LakelogStatement createStatement() throws SQLException {
        return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public LakelogStatement createStatement(int type, int concurrency) throws SQLException {
        return createStatement(type, concurrency, getHoldability());
    }

    @Override
    public LakelogStatement createStatement(int type, int concurrency, int holdability) throws SQLException {
        checkResultKind(type, concurrency);
        return new LakelogStatement(this, ask(session::openStatement), holdability);
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return prepareStatement(sql, type, concurrency, getHoldability());
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
            throws SQLException {
        checkResultKind(type, concurrency);
        LakelogStatement.checkSql(sql);
        int number = ask(session::openStatement);
        boolean prepared = false;
        try {
            PreparedShape shape = ask(() -> session.prepare(number, sql));
            LakelogPreparedStatement statement = new LakelogPreparedStatement(this, number, holdability, sql, shape);
            prepared = true;
            return statement;
        } finally {
            if (!prepared) {
                session.closeStatement(number);
            }
        }
    }

    /** Generated keys there are none of: a statement that may return them is like any other. */
    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        return prepareStatement(sql);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return prepareStatement(sql);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return prepareStatement(sql);
    }

    private static void checkResultKind(int type, int concurrency) throws SQLException {
        if (type != ResultSet.TYPE_FORWARD_ONLY) {
            throw SqlErrors.unsupported("a scrollable result");
        }
        if (concurrency != ResultSet.CONCUR_READ_ONLY) {
            throw SqlErrors.unsupported("an updatable result");
        }
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        LakelogStatement.checkSql(sql);
        return sql;
    }

    @Override
    public void setAutoCommit(boolean autoCommit) throws SQLException {
        tell(() -> session.setAutoCommit(autoCommit));
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        return ask(session::autoCommit);
    }

    @Override
    public void commit() throws SQLException {
        tell(session::commit);
    }

    @Override
    public void rollback() throws SQLException {
        tell(session::rollback);
    }

    /** Snapshot isolation, for which JDBC has no name: stronger than this, and SERIALIZABLE promises more. */
    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return TRANSACTION_REPEATABLE_READ;
    }

    /** There is one level; who asks for a weaker one gets it. */
    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        switch (level) {
            case TRANSACTION_READ_UNCOMMITTED, TRANSACTION_READ_COMMITTED, TRANSACTION_REPEATABLE_READ -> {}
            case TRANSACTION_SERIALIZABLE -> throw SqlErrors.unsupported("transaction isolation SERIALIZABLE");
            case TRANSACTION_NONE -> throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "TRANSACTION_NONE cannot be set");
            default -> throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, level + " is not a transaction isolation level");
        }
    }

    @Override
    public void setReadOnly(boolean readOnly) throws SQLException {
        tell(() -> session.setReadOnly(readOnly));
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        return ask(session::readOnly);
    }

    /** There is one catalog; a name that is not its name is ignored, as JDBC has it for drivers without catalogs. */
    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        checkOpen();
    }

    @Override
    public String getCatalog() throws SQLException {
        checkOpen();
        return MetadataQueries.CATALOG;
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        if (schema == null) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the schema is null");
        }
        tell(() -> session.setDatabase(schema));
    }

    @Override
    public String getSchema() throws SQLException {
        return ask(session::database);
    }

    @Override
    public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        if (milliseconds < 0) {
            throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "network timeout " + milliseconds + " is less than 0");
        }
        super.setNetworkTimeout(executor, milliseconds);
        tell(() -> session.setNetworkTimeout(milliseconds));
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlErrors.of(ErrorCode.INVALID_PARAMETER, "the connection is no " + wanted.getName());
    }

    /** Removes a statement that is closed. */
    void forget(Statement statement, int number) {
        statementMap.remove(number, statement);
    }
}
