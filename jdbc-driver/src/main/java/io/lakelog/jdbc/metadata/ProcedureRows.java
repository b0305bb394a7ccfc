package io.lakelog.jdbc.metadata;

import io.lakelog.jdbc.convert.JdbcType;
import io.lakelog.sql.SqlFeatures;
import io.lakelog.sql.SqlFeatures.CallableProcedure;
import io.lakelog.sql.SqlFeatures.CallableProcedure.Parameter;
import java.sql.DatabaseMetaData;
import java.util.List;

/** The procedures of CALL. They belong to a schema that holds nothing else. */
final class ProcedureRows {
    private ProcedureRows() {}

    static void procedures(MetadataRequest request, RowsBuilder rows) {
        for (CallableProcedure procedure : wanted(request)) {
            rows.add(
                    MetadataQueries.CATALOG,
                    procedure.schema(),
                    procedure.name(),
                    null,
                    null,
                    null,
                    null,
                    DatabaseMetaData.procedureReturnsResult,
                    procedure.name());
        }
    }

    static void columns(MetadataRequest request, RowsBuilder rows) {
        LikePattern column = new LikePattern(request.argument(3));
        for (CallableProcedure procedure : wanted(request)) {
            add(rows, procedure, procedure.parameters(), DatabaseMetaData.procedureColumnIn, column);
            add(rows, procedure, procedure.columns(), DatabaseMetaData.procedureColumnResult, column);
        }
    }

    private static List<CallableProcedure> wanted(MetadataRequest request) {
        String catalog = request.argument(0);
        LikePattern schema = new LikePattern(request.argument(1));
        LikePattern name = new LikePattern(request.argument(2));
        return catalog != null && !catalog.equalsIgnoreCase(MetadataQueries.CATALOG)
                ? List.of()
                : SqlFeatures.procedures().stream()
                        .filter(procedure -> schema.matches(procedure.schema()) && name.matches(procedure.name()))
                        .toList();
    }

    private static void add(
            RowsBuilder rows, CallableProcedure procedure, List<Parameter> parameters, int kind, LikePattern like) {
        for (int i = 0; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            JdbcType type = JdbcType.of(parameter.type());
            boolean nullable = parameter.type().nullable();
            if (like.matches(parameter.name())) {
                rows.add(
                        MetadataQueries.CATALOG,
                        procedure.schema(),
                        procedure.name(),
                        parameter.name(),
                        kind,
                        type.id(),
                        type.name(),
                        type.precision(),
                        type.precision(),
                        type.scale(),
                        type.isNumber() ? 10 : null,
                        nullable ? DatabaseMetaData.procedureNullable : DatabaseMetaData.procedureNoNulls,
                        null,
                        null,
                        null,
                        null,
                        type.octets(),
                        i + 1,
                        nullable ? "YES" : "NO",
                        procedure.name());
            }
        }
    }
}
