package io.lakelog.sql.command;

import io.lakelog.sql.exec.ColumnAssignment;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.RepeatedValue;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * INSERT ... SELECT.
 *
 * @param overwrite what the rows take the place of, or null
 */
public record InsertQueryCommand(
        TableName table,
        Query query,
        List<TargetColumn> targets,
        @Nullable Overwrite overwrite) implements Command {
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
        return Outcome.of(runBatch(context, List.of(context.parameters()))[0]);
    }

    @Override
    public long[] runBatch(ExecContext context, List<List<@Nullable Object>> parameterSets) {
        context.session().checkWritable("INSERT");
        if (parameterSets.size() > 1 && query.reads().contains(table)) {
            throw LakelogException.unsupported(
                    "a batch of INSERT ... SELECT that reads the table it writes is not supported yet");
        }
        return Writing.replace(
                context, table, overwrite, query.reads(), (write, attempt) -> write(write, attempt, parameterSets));
    }

    private long[] write(TableWrite write, ExecContext context, List<List<@Nullable Object>> parameterSets) {
        long[] counts = new long[parameterSets.size()];
        for (int i = 0; i < counts.length; i++) {
            ExecContext one = context.withParameters(parameterSets.get(i));
            try (BatchSource source = query.open(one)) {
                for (Batch batch = source.next(); batch != null; batch = source.next()) {
                    write.write(rows(batch, one), RowKind.INSERT);
                    counts[i] += batch.size();
                }
            }
        }
        return counts;
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
