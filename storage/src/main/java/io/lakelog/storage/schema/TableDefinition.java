package io.lakelog.storage.schema;

import io.lakelog.storage.type.RowType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What CREATE TABLE asks for, before anything is checked.
 *
 * @param columns in order; field ids are given anew
 * @param primaryKeys column names, empty for a table without a key
 * @param partitionKeys column names, empty for a table without partitions
 * @param options as the user wrote them
 * @param comment of the table, or null
 */
public record TableDefinition(
        RowType columns,
        List<String> primaryKeys,
        List<String> partitionKeys,
        Map<String, String> options,
        @Nullable String comment) {
    public TableDefinition {
        primaryKeys = List.copyOf(primaryKeys);
        partitionKeys = List.copyOf(partitionKeys);
        options = Map.copyOf(options);
    }
}
