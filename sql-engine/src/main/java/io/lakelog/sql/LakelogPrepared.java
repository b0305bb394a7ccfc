package io.lakelog.sql;

import io.lakelog.sql.command.Command;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.exec.StalePlanException;
import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.sql.plan.PlannedStatement;
import io.lakelog.sql.plan.StatementPlanner;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A planned statement of a connection; planned again when a table is not what it was. */
final class LakelogPrepared implements Prepared {
    private static final int PLANS_TRIED = 5;

    private final LakelogConnection connection;
    private final String sql;
    private PlannedStatement planned;

    LakelogPrepared(LakelogConnection connection, String sql, PlannedStatement planned) {
        this.connection = connection;
        this.sql = sql;
        this.planned = planned;
    }

    @Override
    public String sql() {
        return sql;
    }

    @Override
    public Kind kind() {
        return switch (planned.command().kind()) {
            case ROWS -> Kind.QUERY;
            case COUNT -> Kind.UPDATE;
            case NOTHING -> Kind.COMMAND;
        };
    }

    @Override
    public List<ResultColumn> columns() {
        return resultColumns(planned.command());
    }

    @Override
    public List<DataType> parameterTypes() {
        return planned.parameterTypes();
    }

    @Override
    public StatementResult execute(List<@Nullable Object> parameters, Cancellation cancellation) {
        return withFreshPlan(cancellation, context -> execute(parameters, inTransaction(context)));
    }

    private StatementResult execute(List<@Nullable Object> parameters, ExecContext context) {
        Command command = planned.command();
        Command.Outcome outcome = guarded(() -> command.run(context.withParameters(converted(parameters, context))));
        return switch (command.kind()) {
            case ROWS ->
                new StatementResult.Rows(
                        resultColumns(command),
                        new GuardedRows(Objects.requireNonNull(outcome.rows())),
                        context.warnings());
            case COUNT -> new StatementResult.UpdateCount(outcome.count().orElseThrow(), context.warnings());
            case NOTHING -> new StatementResult.Done();
        };
    }

    /** A command that is no part of a transaction commits the one that is open. */
    private ExecContext inTransaction(ExecContext context) {
        if (!planned.command().endsTransaction()) {
            return context;
        }
        guarded(() -> {
            connection.session().commitIfOpen();
            return true;
        });
        return context.transaction() == null ? context : context.outsideTransaction();
    }

    @Override
    public long[] executeBatch(List<List<@Nullable Object>> parameterSets, Cancellation cancellation) {
        return withFreshPlan(cancellation, context -> executeBatch(parameterSets, context));
    }

    private long[] executeBatch(List<List<@Nullable Object>> parameterSets, ExecContext context) {
        if (parameterSets.isEmpty()) {
            return new long[0];
        }
        if (planned.command().convertsParameters()) {
            parameterSets.forEach(this::checkCount);
            return guarded(() -> planned.command().runBatch(context, parameterSets));
        }
        List<List<@Nullable Object>> converted = new ArrayList<>(parameterSets.size());
        for (List<@Nullable Object> parameters : parameterSets) {
            converted.add(converted(parameters, context));
        }
        return guarded(() -> planned.command().runBatch(context, converted));
    }

    /** Runs; once more, with another plan, if a table is altered between the planning and the commit. */
    private <T> T withFreshPlan(Cancellation cancellation, Function<ExecContext, T> run) {
        for (int attempt = 1; ; attempt++) {
            try {
                return run.apply(start(cancellation));
            } catch (StalePlanException e) {
                if (attempt == PLANS_TRIED) {
                    throw e;
                }
                planned = connection.plan(sql, cancellation);
            }
        }
    }

    private static <T> T guarded(Supplier<T> run) {
        try {
            return run.get();
        } catch (RuntimeException | Error e) {
            throw StatementPlanner.failure(e);
        }
    }

    private ExecContext start(Cancellation cancellation) {
        connection.checkOpen();
        Session session = connection.session();
        cancellation.check();
        ExecContext context = context(session, cancellation);
        if (isUpToDate(planned, context)) {
            return context;
        }
        planned = connection.plan(sql, cancellation);
        return context(session, cancellation);
    }

    static boolean isUpToDate(PlannedStatement planned, Session session) {
        return isUpToDate(
                planned, new ExecContext(session, List.of(), new AtomicBoolean(), () -> {}, planned.schemas()));
    }

    private ExecContext context(Session session, Cancellation cancellation) {
        return new ExecContext(session, List.of(), cancellation.flag(), cancellation::check, planned.schemas());
    }

    /** Whether the tables are what they were; the context then has opened them. */
    private static boolean isUpToDate(PlannedStatement planned, ExecContext context) {
        for (TableName table : planned.schemas().keySet()) {
            try {
                context.table(table);
            } catch (LakelogException e) {
                // Planning again says what is wrong now.
                return false;
            }
        }
        return true;
    }

    /** The parameters as the classes of their types, then the hidden ones. */
    private List<@Nullable Object> converted(List<@Nullable Object> parameters, ExecContext context) {
        checkCount(parameters);
        if (planned.command().convertsParameters()) {
            return parameters;
        }
        List<@Nullable Object> values =
                new ArrayList<>(parameters.size() + planned.hiddenParameters().size());
        for (int i = 0; i < parameters.size(); i++) {
            Object value = parameters.get(i);
            values.add(value == null ? null : converted(value, i));
        }
        for (Function<ExecContext, @Nullable Object> hidden : planned.hiddenParameters()) {
            values.add(hidden.apply(context));
        }
        return values;
    }

    private Object converted(Object value, int index) {
        try {
            return ValueConversion.convert(
                    value,
                    planned.parameterTypes().get(index),
                    planned.stored().get(index) ? ValueConversion.Loss.ROUND : ValueConversion.Loss.REFUSE,
                    connection.session().zone());
        } catch (LakelogException e) {
            throw new LakelogException(e.code(), "parameter " + (index + 1) + ": " + e.getMessage(), e);
        }
    }

    private void checkCount(List<@Nullable Object> parameters) {
        int wanted = planned.parameterTypes().size();
        if (parameters.size() != wanted) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER,
                    "the statement has " + wanted + (wanted == 1 ? " parameter" : " parameters") + ", "
                            + parameters.size() + " are given");
        }
    }

    private static List<ResultColumn> resultColumns(Command command) {
        List<ResultColumn> columns = new ArrayList<>();
        for (OutputColumn column : command.columns()) {
            columns.add(new ResultColumn(column.label(), column.name(), column.type(), column.table()));
        }
        return columns;
    }
}
