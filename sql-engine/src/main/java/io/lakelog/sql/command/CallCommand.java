package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CALL of a procedure.
 *
 * @param values for each argument of the procedure; null for one that is not given
 */
public record CallCommand(Procedure procedure, List<@Nullable Value> values) implements Command {
    public CallCommand {
        values = Collections.unmodifiableList(new ArrayList<>(values));
    }

    /**
     * What is given for an argument.
     *
     * @param constant of the class of the argument's type, or null
     * @param parameter index of the parameter that gives it, or -1 for the constant
     */
    public record Value(@Nullable Object constant, int parameter) {}

    @Override
    public Kind kind() {
        return Kind.ROWS;
    }

    @Override
    public List<OutputColumn> columns() {
        return procedure.columns();
    }

    @Override
    public Outcome run(ExecContext context) {
        context.session().checkWritable("CALL " + procedure.name());
        List<@Nullable Object> given = new ArrayList<>();
        for (Value value : values) {
            given.add(
                    value == null
                            ? null
                            : value.parameter() < 0 ? value.constant() : context.parameter(value.parameter()));
        }
        BatchBuilder builder =
                new BatchBuilder(columns().stream().map(OutputColumn::type).toList());
        for (List<@Nullable Object> row : procedure.body().run(new Arguments(procedure, given, context))) {
            for (int i = 0; i < builder.width(); i++) {
                Values.append(builder.column(i), columns().get(i).type(), row.get(i));
            }
        }
        return Outcome.of(BatchSource.of(List.of(builder.build())));
    }
}
