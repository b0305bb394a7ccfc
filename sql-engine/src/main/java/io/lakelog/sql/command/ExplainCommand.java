package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.List;

/** How a query would run, one line a row. */
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
        return Outcome.of(BatchSource.of(List.of(builder.build())));
    }
}
