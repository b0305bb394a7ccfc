package io.lakelog.sql.command;

import io.lakelog.sql.exec.ColumnAssignment;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Query;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT ... SELECT. */
public record InsertQueryCommand(TableName table, Query query, List<TargetColumn> targets) implements Command {
    /**
     * How one column of the table is filled.
     *
     * @param position of the column of the query that fills it, or -1 for a constant
     * @param assignment the conversion; null for a constant
     * @param constant the value for every row where no column of the query fills it; of one row, or all NULL
     */
    public record TargetColumn(int position, @Nullable ColumnAssignment assignment, RepeatedValue constant) {}

    @Override
    public Kind kind() {
        return Kind.COUNT;
    }

    @Override
    public Outcome run(ExecContext context) {
        context.session().checkWritable("INSERT");
        return Outcome.of(Writing.withRetries(context, this::write));
    }

    private long write(ExecContext context) {
        long count = 0;
        try (BatchSource source = query.open(context);
                TableWrite write = context.table(table).newWrite(Writing.dependsOn(table, query.reads(), context))) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                write.write(rows(batch, context), RowKind.INSERT);
                count += batch.size();
            }
            Writing.commit(write, table, context);
        }
        return count;
    }

    private Batch rows(Batch batch, ExecContext context) {
        List<Column> columns = new ArrayList<>(targets.size());
        for (TargetColumn target : targets) {
            columns.add(
                    target.assignment() == null
                            ? target.constant().column(batch.size())
                            : target.assignment()
                                    .convert(
                                            batch.column(target.position()),
                                            context.session().zone()));
        }
        return new Batch(batch.size(), columns);
    }
}
