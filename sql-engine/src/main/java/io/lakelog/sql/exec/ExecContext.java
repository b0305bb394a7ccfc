package io.lakelog.sql.exec;

import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.schema.TableSchema;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
        this.session = session;
        this.parameters = parameters;
        this.cancelFlag = cancelFlag;
        this.checkpoint = checkpoint;
        this.now = session.clock().instant();
        this.tables = new HashMap<>();
        this.snapshots = new HashMap<>();
        this.replaced = new HashMap<>();
        this.planned = planned;
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
    }

    /** The same execution with other parameters. */
    public ExecContext withParameters(List<@Nullable Object> others) {
        return new ExecContext(this, others);
    }

    /** The same statement once more: tables and snapshots are seen anew. */
    public ExecContext again() {
        return new ExecContext(session, parameters, cancelFlag, checkpoint, planned);
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

    /**
     * Opens a table, once.
     *
     * @throws StalePlanException if it is no longer described as when the statement was planned
     */
    public Table table(TableName name) {
        return tables.computeIfAbsent(name, this::open);
    }

    private Table open(TableName name) {
        Table table = session.catalog().table(name);
        TableSchema expected = planned.get(name);
        if (expected != null && !expected.equals(table.schema())) {
            throw new StalePlanException(name);
        }
        return table;
    }

    /** The newest snapshot of a table when this execution first asked for it. */
    public OptionalLong snapshot(TableName name) {
        return snapshots.computeIfAbsent(name, key -> table(key).latestSnapshotId());
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
