package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import java.util.List;

/** A query, run for its rows. */
public record QueryCommand(Query query) implements Command {
    @Override
    public Kind kind() {
        return Kind.ROWS;
    }

    @Override
    public List<OutputColumn> columns() {
        return query.columns();
    }

    @Override
    public Outcome run(ExecContext context) {
        context.see(query.reads());
        return Outcome.of(query.open(context));
    }
}
