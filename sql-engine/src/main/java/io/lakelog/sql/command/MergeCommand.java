package io.lakelog.sql.command;

import io.lakelog.sql.command.InsertQueryCommand.TargetColumn;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Query;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * MERGE INTO a table with a key: each row of the source, with the target's row that it matches, goes to the first clause
 * that takes it; all is one snapshot.
 *
 * @param query the target's columns, NULL where nothing matches, the number of the clause (from 1, 0 for none), and the
 *     values of the clauses
 */
public record MergeCommand(TableName table, TableSchema schema, Query query, List<Clause> clauses) implements Command {
    public MergeCommand {
        clauses = List.copyOf(clauses);
    }

    /** What is done with rows. */
    public sealed interface Clause {}

    public record Update(List<ChangeRowsCommand.Change> changes) implements Clause {}

    public record Delete() implements Clause {}

    public record Insert(List<TargetColumn> columns) implements Clause {}

    @Override
    public Kind kind() {
        return Kind.COUNT;
    }

    @Override
    public Outcome run(ExecContext context) {
        context.session().checkWritable("MERGE");
        return Outcome.of(Writing.run(context, table, query.reads(), this::write));
    }

    @Override
    public long[] runBatch(ExecContext context, List<List<@Nullable Object>> parameterSets) {
        if (parameterSets.size() > 1) {
            throw LakelogException.unsupported(
                    "a batch of MERGE statements is not supported yet; run them one by one, or give one more source rows");
        }
        return new long[] {
            run(context.withParameters(parameterSets.get(0))).count().orElseThrow()
        };
    }

    private long write(TableWrite write, ExecContext context) {
        Set<BinaryRow> touched = new HashSet<>();
        long count = 0;
        try (BatchSource source = query.open(context)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                context.check();
                for (int i = 0; i < clauses.size(); i++) {
                    Batch taken = taken(batch, i + 1);
                    if (taken.size() > 0) {
                        apply(clauses.get(i), taken, new Sink(write, touched, context));
                        count += taken.size();
                    }
                }
            }
        }
        return count;
    }

    /** Where rows go, and the keys of those that have gone there. */
    private record Sink(TableWrite write, Set<BinaryRow> touched, ExecContext context) {}

    /** The rows of a batch that a clause takes. */
    private Batch taken(Batch batch, int number) {
        int[] numbers = ((Column.Ints) batch.column(schema.rowType().size())).values;
        BatchBuilder builder = new BatchBuilder(query.types());
        int from = 0;
        while (from < batch.size()) {
            int to = from;
            while (to < batch.size() && numbers[to] == number) {
                to++;
            }
            if (to > from) {
                builder.append(batch, from, to);
            }
            from = to + 1;
        }
        return builder.build();
    }

    private void apply(Clause clause, Batch taken, Sink sink) {
        RowType rowType = schema.rowType();
        List<Column> columns = new ArrayList<>(taken.columns().subList(0, rowType.size()));
        var zone = sink.context().session().zone();
        RowKind kind = RowKind.DELETE;
        if (clause instanceof Update update) {
            kind = RowKind.UPDATE_AFTER;
            update.changes()
                    .forEach(change -> columns.set(
                            change.column(), change.assignment().convert(taken.column(change.position()), zone)));
            ChangeRowsCommand.checkMerged(new Batch(taken.size(), columns), update.changes(), rowType, table);
        } else if (clause instanceof Insert insert) {
            kind = RowKind.INSERT;
            for (int i = 0; i < columns.size(); i++) {
                TargetColumn target = insert.columns().get(i);
                columns.set(
                        i,
                        target.assignment() == null
                                ? target.constant().column(taken.size())
                                : target.assignment().convert(taken.column(target.position()), zone));
            }
        }
        Batch rows = new Batch(taken.size(), columns);
        sink.write().write(rows, kind);
        checkOnce(rows, sink.touched());
    }

    /** Which of several source rows a row of the table would get its values from is not said: then none. */
    private void checkOnce(Batch rows, Set<BinaryRow> touched) {
        RowType rowType = schema.rowType();
        int[] positions =
                schema.primaryKeys().stream().mapToInt(rowType::indexOf).toArray();
        List<Column> columns = rows.project(positions).columns();
        List<DataType> types = new ArrayList<>();
        for (int position : positions) {
            types.add(rowType.type(position));
        }
        for (int i = 0; i < rows.size(); i++) {
            if (!touched.add(BinaryRow.of(columns, types, i))) {
                List<String> key = new ArrayList<>();
                for (int k = 0; k < positions.length; k++) {
                    key.add(rowType.field(positions[k]).name() + " = " + Values.get(columns.get(k), types.get(k), i));
                }
                throw new LakelogException(
                        ErrorCode.CARDINALITY,
                        "MERGE would write the row " + String.join(", ", key) + " of table " + table
                                + " more than once: several rows of the source meet it");
            }
        }
    }
}
