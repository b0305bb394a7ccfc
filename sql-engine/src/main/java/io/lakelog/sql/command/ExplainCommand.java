package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How a query would run, one line a row; then what its scans would have to merge, if anything. */
public record ExplainCommand(Query query) implements Command {
    private static final List<OutputColumn> COLUMNS = List.of(OutputColumn.of("plan", DataType.STRING));

    @Override
    public Kind kind() {
        return Kind.ROWS;
    }

    @Override
    public List<OutputColumn> columns() {
        return COLUMNS;
    }

    @Override
    public Outcome run(ExecContext context) {
        BatchBuilder builder = new BatchBuilder(List.of(DataType.STRING));
        query.explain().lines().forEach(line -> Values.append(builder.column(0), DataType.STRING, line));
        query.reads().stream()
                .sorted(Comparator.comparing(TableName::toString))
                .forEach(table -> merges(context.table(table))
                        .ifPresent(line -> Values.append(builder.column(0), DataType.STRING, line)));
        return Outcome.of(BatchSource.of(List.of(builder.build())));
    }

    /** Nothing is merged where there is one run, nor in a table without a key. */
    private static Optional<String> merges(Table table) {
        if (table.schema().primaryKeys().isEmpty()) {
            return Optional.empty();
        }
        List<Integer> runs = table.inspect().sortedRuns();
        int most = runs.stream().mapToInt(Integer::intValue).max().orElse(0);
        return most < 2
                ? Optional.empty()
                : Optional.of("newest state of " + table.name() + ": up to " + most + " sorted runs are merged, in "
                        + runs.size() + (runs.size() == 1 ? " bucket" : " buckets"));
    }
}
