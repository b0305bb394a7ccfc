package io.lakelog.sql.exec;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Clock;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a connection remembers between statements. Used by one thread at a time. */
public final class Session {
    private final Catalog catalog;
    private final Clock clock;
    private final ZoneId zone;
    private final Map<TableName, Long> lastSnapshots = new HashMap<>();
    private String database;
    private final boolean openedReadOnly;
    private boolean readOnly;
    private boolean autoCommit = true;
    private @Nullable Transaction transaction;

    /** @throws LakelogException DATABASE_NOT_FOUND */
    public Session(Catalog catalog, Clock clock, ZoneId zone, String database, boolean readOnly) {
        this.catalog = catalog;
        this.clock = clock;
        this.zone = zone;
        this.database = catalog.resolveDatabase(database);
        this.openedReadOnly = readOnly;
        this.readOnly = readOnly;
    }

    public Catalog catalog() {
        return catalog;
    }

    public Clock clock() {
        return clock;
    }

    /** The zone in which moments are shown and read. */
    public ZoneId zone() {
        return zone;
    }

    /** The current database, as on disk. */
    public String database() {
        return database;
    }

    /** @throws LakelogException DATABASE_NOT_FOUND */
    public void useDatabase(String name) {
        database = catalog.resolveDatabase(name);
    }

    public boolean readOnly() {
        return readOnly;
    }

    public void setReadOnly(boolean wanted) {
        if (openedReadOnly && !wanted) {
            throw new LakelogException(
                    ErrorCode.READ_ONLY, "the connection was opened read-only; open another one to write");
        }
        readOnly = wanted;
    }

    /** @throws LakelogException READ_ONLY, naming the statement, if nothing may be written */
    public void checkWritable(String statement) {
        if (readOnly) {
            throw new LakelogException(
                    ErrorCode.READ_ONLY, "the connection is read-only: " + statement + " is refused");
        }
    }

    /** The table that a name in a statement means: exact names first, then without regard to case. */
    public TableName resolve(@Nullable String inDatabase, String table) {
        String where = inDatabase == null ? database : catalog.resolveDatabase(inDatabase);
        return catalog.resolveTable(new TableName(where, table));
    }

    /** Remembers the snapshot that a statement of this session made. */
    public void committed(TableName table, long snapshotId) {
        lastSnapshots.put(table, snapshotId);
    }

    /** The last snapshot that this session made on a table, or null. */
    public @Nullable Long lastSnapshot(TableName table) {
        return lastSnapshots.get(table);
    }

    /** Whether each statement is a transaction of its own unless one is begun. */
    public boolean autoCommit() {
        return autoCommit;
    }

    /** Changes the mode; a transaction that is open when it becomes true is committed first. */
    public void setAutoCommit(boolean wanted) {
        if (wanted && !autoCommit) {
            commitIfOpen();
        }
        autoCommit = wanted;
    }

    /** The open transaction, which without auto-commit begins now if there is none; else null. */
    public @Nullable Transaction transaction() {
        if (transaction == null && !autoCommit) {
            transaction = new Transaction();
        }
        return transaction;
    }

    /** Whether a transaction is open, or the next statement opens one. */
    public boolean inTransaction() {
        return transaction != null || !autoCommit;
    }

    /**
     * Begins a transaction that lasts until commit or rollback.
     *
     * @throws LakelogException TRANSACTION_STATE if one is open
     */
    public Transaction begin() {
        if (transaction != null) {
            throw new LakelogException(
                    ErrorCode.TRANSACTION_STATE, "a transaction is open already: COMMIT or ROLLBACK it first");
        }
        transaction = new Transaction();
        return transaction;
    }

    /**
     * Commits the transaction, which is over then, whatever happens.
     *
     * @throws LakelogException TRANSACTION_STATE if there is none; CONFLICT, COMMIT_PARTIAL and others as
     *     {@link Transaction#commit} says
     */
    public void commit() {
        checkInTransaction("COMMIT");
        commitIfOpen();
    }

    /** Commits the transaction if one is open: before a definition, which is no part of any. */
    public void commitIfOpen() {
        Transaction ending = transaction;
        transaction = null;
        if (ending != null) {
            ending.commit(catalog).forEach(this::committed);
        }
    }

    /** @throws LakelogException TRANSACTION_STATE if there is no transaction */
    public void rollback() {
        checkInTransaction("ROLLBACK");
        rollbackIfOpen();
    }

    public void rollbackIfOpen() {
        Transaction ending = transaction;
        transaction = null;
        if (ending != null) {
            ending.rollback();
        }
    }

    private void checkInTransaction(String statement) {
        if (!inTransaction()) {
            throw new LakelogException(
                    ErrorCode.TRANSACTION_STATE,
                    statement + ": no transaction is open; in auto-commit mode each statement is one of its own, and"
                            + " START TRANSACTION begins one of several");
        }
    }
}
