package io.lakelog.sql.exec;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one column of a simple result is: a column of the input, a constant, or a parameter. Immutable. */
public sealed interface OutputCell {
    /** A column of the input, by position. */
    record Input(int position) implements OutputCell {}

    /** The same value in every row. */
    record Constant(RepeatedValue value) implements OutputCell {}

    /** The same value in every row, known when the statement runs. */
    record Parameter(DataType type, int index) implements OutputCell {}

    /** The rows of {@code source} with the columns that {@code cells} say. */
    static BatchSource project(BatchSource source, List<OutputCell> cells, ExecContext context) {
        return new BatchSource() {
            @Override
            public @Nullable Batch next() {
                Batch batch = source.next();
                if (batch == null) {
                    return null;
                }
                List<Column> columns = new ArrayList<>(cells.size());
                for (OutputCell cell : cells) {
                    columns.add(column(cell, batch, context));
                }
                return new Batch(batch.size(), columns);
            }

            @Override
            public void close() {
                source.close();
            }
        };
    }

    private static Column column(OutputCell cell, Batch batch, ExecContext context) {
        if (cell instanceof Input input) {
            return batch.column(input.position());
        } else if (cell instanceof Constant constant) {
            return constant.value().column(batch.size());
        }
        Parameter parameter = (Parameter) cell;
        return new RepeatedValue(parameter.type(), context.parameter(parameter.index())).column(batch.size());
    }
}
