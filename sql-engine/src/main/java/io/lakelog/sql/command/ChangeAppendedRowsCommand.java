package io.lakelog.sql.command;

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
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE and DELETE of a table without a key: the rows that match are taken out of their files, which are written anew
 * without them, and come back with new values, all in one snapshot.
 *
 * @param query the table's columns of the rows that match, their numbers, then the new values
 * @param changes the columns that get new values; empty for DELETE
 */
public record ChangeAppendedRowsCommand(
        TableName table, TableSchema schema, Query query, List<ChangeRowsCommand.Change> changes) implements Command {
    private String statement() {
        return changes.isEmpty() ? "DELETE" : "UPDATE";
    }

    @Override
    public Kind kind() {
        return Kind.COUNT;
    }

    @Override
    public Outcome run(ExecContext context) {
        context.session().checkWritable(statement());
        if (context.transaction() != null) {
            throw LakelogException.unsupported(statement() + " of table " + table
                    + ", which has no PRIMARY KEY, in a transaction is not supported yet; commit first");
        }
        return Outcome.of(Writing.run(context, table, query.reads(), this::write));
    }

    @Override
    public long[] runBatch(ExecContext context, List<List<@Nullable Object>> parameterSets) {
        if (parameterSets.size() > 1) {
            throw LakelogException.unsupported("a batch of " + statement() + " statements on table " + table
                    + ", which has no PRIMARY KEY, is not supported yet; run them one by one");
        }
        return new long[] {
            run(context.withParameters(parameterSets.get(0))).count().orElseThrow()
        };
    }

    private long write(TableWrite write, ExecContext context) {
        OptionalLong snapshot = context.snapshot(table);
        if (snapshot.isEmpty()) {
            return 0;
        }
        write.dependOn(snapshot.getAsLong());
        long count = 0;
        int idColumn = schema.rowType().size();
        try (BatchSource source = query.open(context)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                write.remove(Arrays.copyOf(((Column.Longs) batch.column(idColumn)).values, batch.size()));
                if (!changes.isEmpty()) {
                    write.write(ChangeRowsCommand.changed(batch, changes, schema.rowType(), context), RowKind.INSERT);
                }
                count += batch.size();
            }
        }
        return count;
    }
}
