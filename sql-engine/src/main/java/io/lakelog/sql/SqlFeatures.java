package io.lakelog.sql;

import io.lakelog.sql.command.Procedure;
import io.lakelog.sql.command.Procedures;
import io.lakelog.sql.exec.SystemTables;
import io.lakelog.sql.plan.Operators;
import io.lakelog.storage.type.DataType;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** What the SQL offers beside tables, for metadata. */
public final class SqlFeatures {
    private static final Set<String> WITH_THE_TABLES_COLUMNS = Set.of("audit_log", "binlog", "ro");

    private SqlFeatures() {}

    /**
     * Something that CALL runs.
     *
     * @param parameters in order; one that may be NULL may be left out
     * @param columns of its result
     */
    public record CallableProcedure(String schema, String name, List<Parameter> parameters, List<Parameter> columns) {
        /** A parameter or a column. */
        public record Parameter(String name, DataType type) {}
    }

    /** The names of functions that a query may call, sorted. */
    public static List<String> functions() {
        return Operators.functionNames();
    }

    /** What CALL can call, in the order of their names. */
    public static List<CallableProcedure> procedures() {
        return Procedures.all().stream()
                .map(SqlFeatures::callable)
                .sorted(Comparator.comparing(CallableProcedure::name))
                .toList();
    }

    private static CallableProcedure callable(Procedure procedure) {
        int point = procedure.name().indexOf('.');
        return new CallableProcedure(
                procedure.name().substring(0, point),
                procedure.name().substring(point + 1),
                procedure.arguments().stream()
                        .map(argument -> new CallableProcedure.Parameter(
                                argument.name(), argument.type().withNullable(!argument.required())))
                        .toList(),
                procedure.columns().stream()
                        .map(column -> new CallableProcedure.Parameter(column.label(), column.type()))
                        .toList());
    }

    /** What may follow a table's name and a {@code $}, sorted. */
    public static List<String> systemTables() {
        return SystemTables.names();
    }

    /** Whether a system table has the same columns whatever the table. */
    public static boolean hasFixedColumns(String systemTable) {
        return !WITH_THE_TABLES_COLUMNS.contains(systemTable);
    }
}
