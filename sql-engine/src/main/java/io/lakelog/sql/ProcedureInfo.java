package io.lakelog.sql;

import io.lakelog.storage.type.DataType;
import java.util.List;

/**
 * A procedure of CALL, for metadata.
 *
 * @param schema in which it is: {@code sys}
 * @param name without the schema
 * @param arguments in the order of their positions
 * @param columns of the rows that it gives
 */
public record ProcedureInfo(String schema, String name, List<Argument> arguments, List<ResultColumn> columns) {
    public ProcedureInfo {
        arguments = List.copyOf(arguments);
        columns = List.copyOf(columns);
    }

    /** @param required whether CALL is refused without it */
    public record Argument(String name, DataType type, boolean required) {}
}
