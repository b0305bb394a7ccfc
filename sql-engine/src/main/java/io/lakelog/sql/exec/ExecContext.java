package io.lakelog.sql.exec;

import io.lakelog.storage.KeyRequest;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.TableSchema;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One execution of one statement: its parameters, its moment, and the state of each table that it reads, which is the
 * same in all its parts. Used by one thread.
 */
public final class ExecContext {
    private final Session session;
    private final List<@Nullable Object> parameters;
    private final AtomicBoolean cancelFlag;
    private final Runnable checkpoint;
    private final Instant now;
    private final Map<TableName, Table> tables;
    private final Map<TableName, OptionalLong> snapshots;
    private final Map<TableName, RowsInPlace> replaced;
    private final Map<TableName, TableSchema> planned;
    private final @Nullable Transaction transaction;
    private final Map<TableName, ReadSet> reads;
    /** What the transaction had written to each table when this execution began to read it. */
    private final Map<TableName, Optional<TableWrite.View>> views;

    private CopyOnWriteArrayList<String> warnings = new CopyOnWriteArrayList<>();

    /**
     * @param parameters of the Java classes of {@link io.lakelog.storage.row.Values}
     * @param cancelFlag set when the statement should stop, for loops that can only poll
     * @param checkpoint throws when the statement should stop
     * @param planned the schemas that the statement was planned with
     */
    public ExecContext(
            Session session,
            List<@Nullable Object> parameters,
            AtomicBoolean cancelFlag,
            Runnable checkpoint,
            Map<TableName, TableSchema> planned) {
        this(session, parameters, cancelFlag, checkpoint, planned, session.transaction());
    }

    private ExecContext(
            Session session,
            List<@Nullable Object> parameters,
            AtomicBoolean cancelFlag,
            Runnable checkpoint,
            Map<TableName, TableSchema> planned,
            @Nullable Transaction transaction) {
        this.session = session;
        this.parameters = parameters;
        this.cancelFlag = cancelFlag;
        this.checkpoint = checkpoint;
        this.now = session.clock().instant();
        this.tables = new HashMap<>();
        this.snapshots = new HashMap<>();
        this.replaced = new HashMap<>();
        this.planned = planned;
        this.transaction = transaction;
        this.reads = new HashMap<>();
        this.views = new HashMap<>();
    }

    /** Another set of parameters of the same execution: same moment, same tables, same snapshots. */
    private ExecContext(ExecContext execution, List<@Nullable Object> parameters) {
        this.session = execution.session;
        this.parameters = parameters;
        this.cancelFlag = execution.cancelFlag;
        this.checkpoint = execution.checkpoint;
        this.now = execution.now;
        this.tables = execution.tables;
        this.snapshots = execution.snapshots;
        this.replaced = execution.replaced;
        this.planned = execution.planned;
        this.transaction = execution.transaction;
        this.reads = execution.reads;
        this.views = execution.views;
        this.warnings = execution.warnings;
    }

    /** The same execution with other parameters. */
    public ExecContext withParameters(List<@Nullable Object> others) {
        return new ExecContext(this, others);
    }

    /** The same statement once more: tables and snapshots are seen anew. */
    public ExecContext again() {
        ExecContext once = new ExecContext(session, parameters, cancelFlag, checkpoint, planned, transaction);
        once.warnings = warnings;
        return once;
    }

    /** The same statement as no part of a transaction. */
    public ExecContext outsideTransaction() {
        return new ExecContext(session, parameters, cancelFlag, checkpoint, planned, null);
    }

    /** Tells the user something beside the result, once. */
    public void warn(String warning) {
        warnings.addIfAbsent(warning);
    }

    /** What {@link #warn} has been told so far, and will be: a view. */
    public List<String> warnings() {
        return Collections.unmodifiableList(warnings);
    }

    public Session session() {
        return session;
    }

    public @Nullable Object parameter(int index) {
        return parameters.get(index);
    }

    public List<@Nullable Object> parameters() {
        return parameters;
    }

    public AtomicBoolean cancelFlag() {
        return cancelFlag;
    }

    /** Throws CANCELLED or TIMEOUT when the statement should stop. */
    public void check() {
        checkpoint.run();
    }

    /** The moment of this execution. */
    public Instant now() {
        return now;
    }

    /** The transaction that this execution is part of, or null. */
    public @Nullable Transaction transaction() {
        return transaction;
    }

    /**
     * Opens a table, once.
     *
     * @throws StalePlanException if it is no longer described as when the statement was planned
     */
    public Table table(TableName name) {
        return tables.computeIfAbsent(name, key -> {
            Table now = open(key);
            return transaction == null ? now : transaction.table(key, now);
        });
    }

    private Table open(TableName name) {
        Table table = session.catalog().table(name);
        TableSchema expected = planned.get(name);
        if (expected != null && !expected.equals(table.schema())) {
            throw new StalePlanException(name);
        }
        return table;
    }

    /** The snapshot of a table that this execution sees: the newest when it, or its transaction, first asked. */
    public OptionalLong snapshot(TableName name) {
        return snapshots.computeIfAbsent(
                name,
                key -> transaction == null ? table(key).latestSnapshotId() : transaction.snapshot(key, table(key)));
    }

    /** Where the changes of a table end that this execution sees: in a transaction, where its state does. */
    OptionalLong lastChange(TableName name) {
        return transaction == null
                ? OptionalLong.empty()
                : OptionalLong.of(snapshot(name).orElse(0));
    }

    /** Makes some tables seen as they are now: what this execution writes does not show in what it reads. */
    public void see(Collection<TableName> names) {
        names.forEach(this::view);
    }

    private TableWrite.@Nullable View view(TableName name) {
        if (transaction == null) {
            return null;
        }
        snapshot(name);
        return views.computeIfAbsent(name, key -> Optional.ofNullable(transaction.view(key)))
                .orElse(null);
    }

    /** The rows of a table as this execution sees it, in some columns; {@code hint} as in a scan. */
    public BatchSource scan(TableName name, int[] columns, @Nullable Predicate hint) {
        noteRead(name, hint);
        OptionalLong snapshot = snapshot(name);
        TableWrite.View view = view(name);
        if (view != null) {
            return view.scan(new ScanRequest(columns, hint, OptionalLong.of(snapshot.orElse(0))));
        }
        return snapshot.isEmpty() ? BatchSource.empty() : table(name).scan(new ScanRequest(columns, hint, snapshot));
    }

    /**
     * The rows of some keys of a table, as this execution sees it; others may come along.
     *
     * @param keys values of the primary key's columns
     * @param hint what rows with those keys meet
     */
    public BatchSource find(TableName name, Batch keys, int[] columns, Predicate hint) {
        noteRead(name, hint);
        OptionalLong snapshot = snapshot(name);
        TableWrite.View view = view(name);
        if (view != null) {
            return view.find(new KeyRequest(keys, columns, OptionalLong.of(snapshot.orElse(0))));
        }
        return snapshot.isEmpty() ? BatchSource.empty() : table(name).find(new KeyRequest(keys, columns, snapshot));
    }

    /** Notes that rows which may meet a condition were read, all if it is null. */
    public void noteRead(TableName name, @Nullable Predicate condition) {
        if (transaction != null) {
            transaction.read(name, condition);
        } else {
            reads.computeIfAbsent(name, key -> new ReadSet()).add(condition);
        }
    }

    /** Tells the write of a statement that is no part of a transaction what its rows were computed from, if anything. */
    public void tellPremise(TableName name, TableWrite write) {
        ReadSet read = reads.get(name);
        if (read != null) {
            Table table = table(name);
            long snapshot = snapshot(name).orElse(0);
            write.dependOn(snapshot, newest -> read.isUnchanged(table, snapshot, newest));
        }
    }

    /** Makes every read of a table's newest state see {@code rows} instead: writes of the same batch, not committed yet. */
    public void replace(TableName name, RowsInPlace rows) {
        replaced.put(name, rows);
    }

    @Nullable
    RowsInPlace replacement(TableName name) {
        return replaced.get(name);
    }
}
