package io.lakelog.jdbc.session;

import io.lakelog.jdbc.metadata.MetadataQueries;
import io.lakelog.jdbc.metadata.MetadataRequest;
import io.lakelog.sql.Cancellation;
import io.lakelog.sql.EngineConnection;
import io.lakelog.sql.Prepared;
import io.lakelog.sql.SessionSettings;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A session over an engine in this process; serves embedded connections and, in a server, remote ones. */
public final class EngineSession implements Session {
    private final Warehouse warehouse;
    private final EngineConnection connection;
    private final OpenStatements statements;
    private final MetadataQueries metadata;
    private final ReentrantLock turn = new ReentrantLock();

    private EngineSession(
            Warehouse warehouse, EngineConnection connection, SessionSettings settings, int statementLimit) {
        this.warehouse = warehouse;
        this.connection = connection;
        this.statements = new OpenStatements(statementLimit);
        this.metadata = new MetadataQueries(
                warehouse.engine().catalog().as(settings.access()),
                sql -> inTurn(() -> connection.prepare(sql)).columns());
    }

    /**
     * Opens a session; the warehouse is given back when it closes, or if opening fails.
     *
     * @param statementLimit how many statements may be open at a time
     */
    public static EngineSession open(Warehouse warehouse, SessionSettings settings, int statementLimit) {
        boolean opened = false;
        try {
            EngineSession session =
                    new EngineSession(warehouse, warehouse.engine().connect(settings), settings, statementLimit);
            opened = true;
            return session;
        } finally {
            if (!opened) {
                warehouse.close();
            }
        }
    }

    @Override
    public int openStatement() {
        return statements.open();
    }

    @Override
    public void closeStatement(int statement) {
        statements.close(statement);
    }

    @Override
    public PreparedShape prepare(int statement, String sql) {
        return prepare(statement, sql, 0);
    }

    /** {@link #prepare(int, String)}, which ends with TIMEOUT after {@code timeoutMillis}; 0 means never. */
    public PreparedShape prepare(int statement, String sql, long timeoutMillis) {
        OpenStatement open = statements.get(statement);
        Cancellation cancellation = open.begin(timeoutMillis);
        Prepared prepared = inTurn(() -> connection.prepare(sql, cancellation));
        open.keep(prepared);
        return new PreparedShape(prepared.kind(), prepared.columns(), prepared.parameterTypes());
    }

    @Override
    public StatementResult execute(int statement, String sql, Limits limits) {
        OpenStatement open = statements.get(statement);
        Cancellation cancellation = open.begin(limits.timeoutMillis());
        return inTurn(() -> {
            Prepared prepared = connection.prepare(sql, cancellation);
            if (!prepared.parameterTypes().isEmpty()) {
                throw new LakelogException(
                        ErrorCode.INVALID_PARAMETER,
                        "the statement has " + prepared.parameterTypes().size()
                                + " parameter(s) without a value: use a prepared statement");
            }
            return run(open, prepared, List.of(), limits, cancellation);
        });
    }

    @Override
    public StatementResult execute(int statement, List<@Nullable Object> parameters, Limits limits) {
        OpenStatement open = statements.get(statement);
        Prepared prepared = open.prepared();
        Cancellation cancellation = open.begin(limits.timeoutMillis());
        return inTurn(() -> run(open, prepared, parameters, limits, cancellation));
    }

    @Override
    public long[] executeBatch(int statement, List<List<@Nullable Object>> parameterSets, Limits limits) {
        OpenStatement open = statements.get(statement);
        Prepared prepared = open.prepared();
        if (prepared.kind() != Prepared.Kind.UPDATE) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT, "only INSERT, UPSERT, UPDATE and DELETE can run as a batch");
        }
        if (parameterSets.isEmpty()) {
            return new long[0];
        }
        Cancellation cancellation = open.begin(limits.timeoutMillis());
        return inTurn(() -> {
            cancellation.check();
            return prepared.executeBatch(parameterSets, cancellation);
        });
    }

    @Override
    public long[] executeTexts(int statement, List<String> texts, Limits limits) {
        Cancellation cancellation = statements.get(statement).begin(limits.timeoutMillis());
        return inTurn(() -> connection.executeBatch(texts, cancellation));
    }

    @Override
    public boolean autoCommit() {
        return inTurn(connection::autoCommit);
    }

    @Override
    public void setAutoCommit(boolean autoCommit) {
        inTurn(() -> {
            connection.setAutoCommit(autoCommit);
            return autoCommit;
        });
    }

    @Override
    public void commit() {
        inTurn(() -> {
            connection.commit();
            return true;
        });
    }

    @Override
    public void rollback() {
        inTurn(() -> {
            connection.rollback();
            return true;
        });
    }

    @Override
    public void cancel(int statement) {
        statements.cancel(statement);
    }

    /** Closes the slot's result, if any. */
    public void closeResult(int statement) {
        statements.get(statement).closeResult();
    }

    @Override
    public StatementResult.Rows metadata(MetadataRequest request) {
        return metadata.answer(request);
    }

    @Override
    public String database() {
        return inTurn(connection::database);
    }

    @Override
    public void setDatabase(String name) {
        inTurn(() -> {
            connection.setDatabase(name);
            return name;
        });
    }

    @Override
    public boolean readOnly() {
        return inTurn(connection::readOnly);
    }

    @Override
    public void setReadOnly(boolean readOnly) {
        inTurn(() -> {
            connection.setReadOnly(readOnly);
            return readOnly;
        });
    }

    @Override
    public void setNetworkTimeout(int millis) {
        // There is no network between a caller and an engine in its own process.
    }

    @Override
    public boolean isAlive(int timeoutMillis) {
        return true;
    }

    /** How many statements are open. */
    public int openStatements() {
        return statements.size();
    }

    @Override
    public void close() {
        statements.closeAll();
        inTurn(() -> {
            connection.close();
            return true;
        });
        warehouse.close();
    }

    private static StatementResult run(
            OpenStatement open,
            Prepared prepared,
            List<@Nullable Object> parameters,
            Limits limits,
            Cancellation cancellation) {
        cancellation.check();
        boolean rows = prepared.kind() == Prepared.Kind.QUERY;
        if (limits.expected() == Limits.Expected.ROWS && !rows) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT, "the statement returns no rows: use execute or executeUpdate");
        }
        if (limits.expected() == Limits.Expected.COUNT && rows) {
            throw new LakelogException(
                    ErrorCode.INVALID_STATEMENT, "the statement returns rows: use execute or executeQuery");
        }
        StatementResult result = prepared.execute(parameters, cancellation);
        return result instanceof StatementResult.Rows found
                ? new StatementResult.Rows(
                        found.columns(), open.opened(found.batches(), cancellation), found.warnings())
                : result;
    }

    private <T> T inTurn(java.util.function.Supplier<T> action) {
        turn.lock();
        try {
            return action.get();
        } finally {
            turn.unlock();
        }
    }
}
