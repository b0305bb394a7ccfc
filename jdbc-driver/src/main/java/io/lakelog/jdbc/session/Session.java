package io.lakelog.jdbc.session;

import io.lakelog.jdbc.metadata.MetadataRequest;
import io.lakelog.sql.StatementResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a JDBC connection asks of an engine. Statements are slots with a number: each holds at most one prepared statement
 * and one open result. Every method throws {@link io.lakelog.storage.error.LakelogException} and nothing else. Methods may
 * be called from several threads; statements of one session run one at a time, while {@link #cancel} never waits.
 */
public interface Session extends AutoCloseable {
    /** Takes a free slot; LIMIT if too many are taken. */
    int openStatement();

    /** Frees a slot: what runs in it is cancelled, its result closed. Does nothing for a slot that is free. */
    void closeStatement(int statement);

    /** Plans a statement and keeps it in the slot. */
    PreparedShape prepare(int statement, String sql);

    /** Runs a statement once; the slot's result of before is closed. */
    StatementResult execute(int statement, String sql, Limits limits);

    /** Runs the slot's prepared statement; the slot's result of before is closed. */
    StatementResult execute(int statement, List<@Nullable Object> parameters, Limits limits);

    /** Runs the slot's prepared statement for many sets of parameters, with one commit; returns the count of each. */
    long[] executeBatch(int statement, List<List<@Nullable Object>> parameterSets, Limits limits);

    /**
     * Runs texts that return no rows, all or none: in auto-commit mode as one transaction. A definition commits what came
     * before it. Returns the count of each.
     */
    long[] executeTexts(int statement, List<String> texts, Limits limits);

    /** Whether each statement is a transaction of its own. */
    boolean autoCommit();

    /** An open transaction is committed when it becomes true. */
    void setAutoCommit(boolean autoCommit);

    /** TRANSACTION_STATE if no transaction can be open; CONFLICT if it lost, and nothing is committed then. */
    void commit();

    /** TRANSACTION_STATE if no transaction can be open. */
    void rollback();

    /** Makes what runs in the slot, or the result open in it, stop with CANCELLED. Never waits. */
    void cancel(int statement);

    /** Answers a question about databases, tables and the like. */
    StatementResult.Rows metadata(MetadataRequest request);

    /** The current database, as on disk. */
    String database();

    /** DATABASE_NOT_FOUND if there is none of that name. */
    void setDatabase(String name);

    boolean readOnly();

    void setReadOnly(boolean readOnly);

    /** How long a call may wait for the network, in milliseconds; 0 for ever. Means nothing without one. */
    void setNetworkTimeout(int millis);

    /** Whether the engine still answers; waits at most {@code timeoutMillis}, 0 meaning a default. */
    boolean isAlive(int timeoutMillis);

    /** Frees everything. May be repeated. */
    @Override
    void close();
}
