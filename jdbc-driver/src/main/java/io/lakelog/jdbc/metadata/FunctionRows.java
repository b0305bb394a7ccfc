package io.lakelog.jdbc.metadata;

import io.lakelog.jdbc.convert.JdbcType;
import io.lakelog.sql.SqlFeatures;
import io.lakelog.storage.type.DataType;
import java.sql.DatabaseMetaData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The functions of the SQL. They belong to no schema. Columns are told of those that only this SQL has; the others take
 * arguments of many types.
 */
final class FunctionRows {
    private static final List<Parameter> OF_SNAPSHOT = List.of(
            new Parameter("LAST_SNAPSHOT", null, DatabaseMetaData.functionReturn, 0, DataType.BIGINT),
            new Parameter("LAST_SNAPSHOT", "table", DatabaseMetaData.functionColumnIn, 1, DataType.STRING.notNull()),
            new Parameter("SESSION_SNAPSHOT", null, DatabaseMetaData.functionReturn, 0, DataType.BIGINT),
            new Parameter(
                    "SESSION_SNAPSHOT", "table", DatabaseMetaData.functionColumnIn, 1, DataType.STRING.notNull()));
    private static final List<Parameter> OF_CHANGES = List.of(
            new Parameter("CHANGES", "table", DatabaseMetaData.functionColumnIn, 1, DataType.STRING.notNull()),
            new Parameter("CHANGES", "from", DatabaseMetaData.functionColumnIn, 2, DataType.BIGINT.notNull()),
            new Parameter("CHANGES", "to", DatabaseMetaData.functionColumnIn, 3, DataType.BIGINT),
            new Parameter(
                    "CHANGES",
                    "rowkind",
                    DatabaseMetaData.functionColumnResult,
                    1,
                    DataType.varchar(2).notNull()),
            new Parameter(
                    "CHANGES", "snapshot_id", DatabaseMetaData.functionColumnResult, 2, DataType.BIGINT.notNull()),
            new Parameter("CHANGES", "change_no", DatabaseMetaData.functionColumnResult, 3, DataType.BIGINT.notNull()),
            new Parameter(
                    "CHANGES",
                    "commit_time",
                    DatabaseMetaData.functionColumnResult,
                    4,
                    DataType.timestamp(3).notNull()));

    private FunctionRows() {}

    static void functions(MetadataRequest request, RowsBuilder rows) {
        LikePattern name = new LikePattern(request.argument(2));
        if (isWithoutSchema(request)) {
            for (String function : SqlFeatures.functions()) {
                if (name.matches(function)) {
                    int kind = function.equals("CHANGES")
                            ? DatabaseMetaData.functionReturnsTable
                            : DatabaseMetaData.functionNoTable;
                    rows.add(null, null, function, null, kind, function);
                }
            }
        }
    }

    static void columns(MetadataRequest request, RowsBuilder rows) {
        LikePattern name = new LikePattern(request.argument(2));
        LikePattern column = new LikePattern(request.argument(3));
        if (isWithoutSchema(request)) {
            for (List<Parameter> parameters : List.of(OF_CHANGES, OF_SNAPSHOT)) {
                for (Parameter parameter : parameters) {
                    if (name.matches(parameter.function()) && column.matches(parameter.label())) {
                        parameter.addTo(rows);
                    }
                }
            }
        }
    }

    /** Whether the names of catalog and schema let things through that have neither. */
    static boolean isWithoutSchema(MetadataRequest request) {
        String catalog = request.argument(0);
        String schema = request.argument(1);
        return (catalog == null || catalog.isEmpty()) && (schema == null || schema.isEmpty() || schema.equals("%"));
    }

    private record Parameter(String function, @Nullable String name, int kind, int ordinal, DataType type) {
        String label() {
            return name == null ? "" : name;
        }

        void addTo(RowsBuilder rows) {
            JdbcType jdbc = JdbcType.of(type);
            rows.add(
                    null,
                    null,
                    function,
                    label(),
                    kind,
                    jdbc.id(),
                    jdbc.name(),
                    jdbc.precision(),
                    jdbc.precision(),
                    jdbc.scale(),
                    jdbc.isNumber() ? 10 : null,
                    type.nullable() ? DatabaseMetaData.functionNullable : DatabaseMetaData.functionNoNulls,
                    null,
                    jdbc.octets(),
                    ordinal,
                    type.nullable() ? "YES" : "NO",
                    function);
        }
    }
}
