package io.lakelog.storage.schema;

import io.lakelog.storage.type.RowType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One version of what a table is. Immutable; valid by construction (see {@link SchemaRules}).
 *
 * @param id 0 for the first version, then up by one
 * @param rowType the columns in order; key columns are NOT NULL
 * @param highestFieldId the highest field id ever used
 * @param partitionKeys names of the partition columns
 * @param primaryKeys names of the key columns, empty for a table without a key
 * @param options as stored, ours and those that only others understand
 * @param comment of the table, or null
 * @param timeMillis when this version was made, epoch milliseconds
 */
public record TableSchema(
        long id,
        RowType rowType,
        int highestFieldId,
        List<String> partitionKeys,
        List<String> primaryKeys,
        Map<String, String> options,
        @Nullable String comment,
        long timeMillis) {
    public TableSchema {
        partitionKeys = List.copyOf(partitionKeys);
        primaryKeys = List.copyOf(primaryKeys);
        options = Map.copyOf(options);
    }
}
