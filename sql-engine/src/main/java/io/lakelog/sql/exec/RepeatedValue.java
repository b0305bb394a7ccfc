package io.lakelog.sql.exec;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A value that a column has in every row. Immutable.
 *
 * @param value of the class that {@link Values} names for the type, or null
 */
public record RepeatedValue(DataType type, @Nullable Object value) {
    /** A column of so many of it. */
    public Column column(int size) {
        ColumnBuilder builder = ColumnBuilder.of(type);
        for (int i = 0; i < size; i++) {
            Values.append(builder, type, value);
        }
        return builder.build();
    }
}
