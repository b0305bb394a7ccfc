package io.lakelog.sql.plan;

import io.lakelog.sql.command.Command;
import io.lakelog.sql.exec.ExecContext;
import io.lakelog.storage.TableName;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A statement that can be run. Immutable.
 *
 * @param parameterTypes what the user's parameters are converted to
 * @param stored whether each parameter is stored into a column (then it may be rounded) or compared and computed with
 * @param hiddenParameters what computes the parameters that follow the user's
 * @param schemas what the tables were when it was planned; planned again if they are not that any more
 */
public record PlannedStatement(
        Command command,
        List<DataType> parameterTypes,
        List<Boolean> stored,
        List<Function<ExecContext, @Nullable Object>> hiddenParameters,
        Map<TableName, TableSchema> schemas) {
    public PlannedStatement {
        parameterTypes = List.copyOf(parameterTypes);
        stored = List.copyOf(stored);
        hiddenParameters = List.copyOf(hiddenParameters);
        schemas = Map.copyOf(schemas);
    }
}
