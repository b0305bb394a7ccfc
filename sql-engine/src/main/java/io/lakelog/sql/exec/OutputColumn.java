package io.lakelog.sql.exec;

import io.lakelog.storage.TableName;
import io.lakelog.storage.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A column that a query yields.
 *
 * @param label the alias, or the name
 * @param name the name of the table's column where the column is one, else the label
 * @param table where the column comes from, or null for an expression
 */
public record OutputColumn(
        String label, String name, DataType type, @Nullable TableName table) {
    public static OutputColumn of(String label, DataType type) {
        return new OutputColumn(label, label, type, null);
    }
}
