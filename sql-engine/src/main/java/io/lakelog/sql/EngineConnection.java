package io.lakelog.sql;

import java.util.List;

/** A session: the current database and what it remembers. Statements run one at a time; cancel comes from any thread. */
public interface EngineConnection extends AutoCloseable {
    /** The current database, as on disk. */
    String database();

    /** Changes the current database; DATABASE_NOT_FOUND if there is none of that name. */
    void setDatabase(String name);

    boolean readOnly();

    void setReadOnly(boolean readOnly);

    /** Whether each statement is a transaction of its own, unless START TRANSACTION has begun one. True at first. */
    boolean autoCommit();

    /** Changes the mode; an open transaction is committed when it becomes true, failing as {@link #commit} does. */
    void setAutoCommit(boolean autoCommit);

    /**
     * Publishes what the transaction has written: a snapshot for each table. The transaction is over then, whatever
     * happens.
     *
     * @throws io.lakelog.storage.error.LakelogException TRANSACTION_STATE in auto-commit mode, unless a transaction was
     *     begun; CONFLICT if rows that it read from a table it has written have been changed by another since, and
     *     whatever fails while files are written: nothing is committed then; COMMIT_PARTIAL, naming the tables, if
     *     something fails after the first of several snapshots has appeared
     */
    void commit();

    /** Forgets what the transaction has written; TRANSACTION_STATE as for {@link #commit}. */
    void rollback();

    /**
     * Runs statements that return no rows, one after the other, all or none. In auto-commit mode they are one transaction,
     * made again if it loses a race; else they are part of the open one. A definition among them commits what came before
     * it.
     *
     * @return the update count of each, 0 for a definition
     */
    long[] executeBatch(List<String> statements, Cancellation cancellation);

    /**
     * Parses, checks and plans one statement; a {@code ;} at the end is fine.
     *
     * @throws io.lakelog.storage.error.LakelogException SYNTAX with line and column, and all else that is wrong with it
     */
    default Prepared prepare(String sql) {
        return prepare(sql, Cancellation.none());
    }

    /** {@link #prepare(String)}, which ends with CANCELLED or TIMEOUT when told to. */
    Prepared prepare(String sql, Cancellation cancellation);

    /** An open transaction is rolled back. */
    @Override
    void close();
}
