package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.ValueAppender;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * INSERT ... VALUES: literals and parameters go straight into column vectors.
 *
 * @param rows one cell for each column of the table, for each row
 * @param computed queries of one row each, for the cells that are expressions
 * @param overwrite what the rows take the place of, or null
 */
public record InsertValuesCommand(
        TableName table,
        RowType rowType,
        List<List<ValueCell>> rows,
        List<Query> computed,
        @Nullable Overwrite overwrite)
        implements Command {
    @Override
    public Kind kind() {
        return Kind.COUNT;
    }

    /** The columns convert what they are given, at once and without a copy. */
    @Override
    public boolean convertsParameters() {
        return computed.isEmpty();
    }

    @Override
    public Outcome run(ExecContext context) {
        return Outcome.of(runBatch(context, List.of(context.parameters()))[0]);
    }

    @Override
    public long[] runBatch(ExecContext context, List<List<@Nullable Object>> parameterSets) {
        context.session().checkWritable("INSERT");
        Set<TableName> reads = new HashSet<>();
        computed.forEach(query -> reads.addAll(query.reads()));
        return Writing.replace(
                context, table, overwrite, reads, (write, attempt) -> write(write, attempt, parameterSets));
    }

    private long[] write(TableWrite write, ExecContext context, List<List<@Nullable Object>> parameterSets) {
        BatchBuilder builder = new BatchBuilder(rowType);
        ValueAppender[] appenders = appenders(builder, context);
        for (List<@Nullable Object> parameters : parameterSets) {
            List<List<@Nullable Object>> values = compute(context, parameters);
            for (List<ValueCell> row : rows) {
                for (int i = 0; i < appenders.length; i++) {
                    appenders[i].append(value(row.get(i), parameters, values));
                }
                if (builder.size() >= Batch.TARGET_ROWS) {
                    context.check();
                    write.write(builder.build(), RowKind.INSERT);
                }
            }
        }
        if (builder.size() > 0) {
            write.write(builder.build(), RowKind.INSERT);
        }
        long[] counts = new long[parameterSets.size()];
        Arrays.fill(counts, rows.size());
        return counts;
    }

    private ValueAppender[] appenders(BatchBuilder builder, ExecContext context) {
        ValueAppender[] appenders = new ValueAppender[rowType.size()];
        for (int i = 0; i < appenders.length; i++) {
            appenders[i] = new ValueAppender(
                    rowType.field(i).name(),
                    rowType.type(i),
                    builder.column(i),
                    context.session().zone());
        }
        return appenders;
    }

    private static @Nullable Object value(
            ValueCell cell, List<@Nullable Object> parameters, List<List<@Nullable Object>> values) {
        if (cell instanceof ValueCell.Parameter parameter) {
            return parameters.get(parameter.index());
        } else if (cell instanceof ValueCell.Constant constant) {
            return constant.value();
        }
        ValueCell.Computed expression = (ValueCell.Computed) cell;
        return values.get(expression.query()).get(expression.column());
    }

    /** The values of all expressions for one set of parameters. */
    private List<List<@Nullable Object>> compute(ExecContext context, List<@Nullable Object> parameters) {
        if (computed.isEmpty()) {
            return List.of();
        }
        ExecContext one = context.parameters() == parameters ? context : context.withParameters(parameters);
        List<List<@Nullable Object>> all = new ArrayList<>();
        for (Query query : computed) {
            List<@Nullable Object> values = new ArrayList<>();
            try (BatchSource source = query.open(one)) {
                Batch batch = source.next();
                if (batch == null || batch.size() != 1) {
                    throw new IllegalStateException("an expression did not give one row");
                }
                for (int i = 0; i < batch.width(); i++) {
                    values.add(Values.get(batch.column(i), query.types().get(i), 0));
                }
            }
            all.add(values);
        }
        return all;
    }
}
