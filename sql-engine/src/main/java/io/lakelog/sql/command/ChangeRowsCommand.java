package io.lakelog.sql.command;

import io.lakelog.sql.exec.ColumnAssignment;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Query;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE and DELETE: the rows that match are found by a query, then written as new rows or as deletes.
 *
 * @param query the table's columns of the rows that match, then the new values
 * @param changes the columns that get new values; empty for DELETE
 * @param byKey how one row is named, or null if the condition is another one
 */
public record ChangeRowsCommand(
        TableName table,
        TableSchema schema,
        Query query,
        List<Change> changes,
        @Nullable KeyAccess byKey) implements Command {
    /**
     * A column that gets a new value.
     *
     * @param column in the table
     * @param position of the new value in the query's rows
     * @param nullKeepsOld whether the table's merge engine takes NULL for "no new value"
     */
    public record Change(int column, int position, ColumnAssignment assignment, boolean nullKeepsOld) {}

    boolean isDelete() {
        return changes.isEmpty();
    }

    RowKind rowKind() {
        return isDelete() ? RowKind.DELETE : RowKind.UPDATE_AFTER;
    }

    @Override
    public Kind kind() {
        return Kind.COUNT;
    }

    @Override
    public Outcome run(ExecContext context) {
        if (byKey != null) {
            return Outcome.of(runBatch(context, List.of(context.parameters()))[0]);
        }
        context.session().checkWritable(isDelete() ? "DELETE" : "UPDATE");
        return Outcome.of(Writing.run(context, table, query.reads(), this::write));
    }

    private long write(TableWrite write, ExecContext context) {
        long count = 0;
        try (BatchSource source = query.open(context)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                Batch rows = changed(batch, context);
                checkMerged(rows);
                write.write(rows, rowKind());
                count += batch.size();
            }
        }
        return count;
    }

    @Override
    public long[] runBatch(ExecContext context, List<List<@Nullable Object>> parameterSets) {
        context.session().checkWritable(isDelete() ? "DELETE" : "UPDATE");
        return Writing.run(
                context,
                table,
                query.reads(),
                (write, attempt) -> new ChangeBatch(this, write, attempt).run(parameterSets));
    }

    /** Refuses a NULL that the table's merge engine would take for "no new value". */
    void checkMerged(Batch rows) {
        checkMerged(rows, changes, schema.rowType(), table);
    }

    static void checkMerged(Batch rows, List<Change> changes, RowType rowType, TableName table) {
        for (Change change : changes) {
            String name = rowType.field(change.column()).name();
            Column column = rows.column(change.column());
            for (int i = 0; column.mayHaveNulls() && change.nullKeepsOld() && i < rows.size(); i++) {
                if (column.isNull(i)) {
                    throw LakelogException.unsupported("SET " + name + " = NULL is refused: table " + table
                            + " has 'merge-engine' = 'partial-update', where NULL keeps the old value; a column of a"
                            + " sequence group can be set to NULL");
                }
            }
        }
    }

    /** Rows of the query as rows of the table. */
    Batch changed(Batch batch, ExecContext context) {
        return changed(batch, changes, schema.rowType(), context);
    }

    static Batch changed(Batch batch, List<Change> changes, RowType rowType, ExecContext context) {
        List<Column> columns = new ArrayList<>(batch.columns().subList(0, rowType.size()));
        for (Change change : changes) {
            columns.set(
                    change.column(),
                    change.assignment()
                            .convert(
                                    batch.column(change.position()),
                                    context.session().zone()));
        }
        return new Batch(batch.size(), columns);
    }
}
