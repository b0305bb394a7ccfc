package io.lakelog.storage;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a write replaces. Immutable.
 *
 * @param writtenOnly whether it is only the partitions that get rows
 * @param partition else the partitions with these values, of the classes that {@link Values} names, by partition column;
 *     without any, the whole table
 */
public record Overwrite(boolean writtenOnly, Map<String, @Nullable Object> partition) {
    /** Everything. */
    public static final Overwrite WHOLE_TABLE = new Overwrite(false, Map.of());

    /** Only the partitions that get rows. */
    public static final Overwrite WRITTEN_PARTITIONS = new Overwrite(true, Map.of());

    public Overwrite {
        partition = Collections.unmodifiableMap(new LinkedHashMap<>(partition));
    }

    /** The partitions with certain values, whether they get rows or not. */
    public static Overwrite partition(Map<String, @Nullable Object> values) {
        return new Overwrite(false, values);
    }

    /**
     * Whether a partition has the values.
     *
     * @param values one row of the partition columns in their order
     */
    boolean covers(Batch values, TableSchema schema) {
        RowType rowType = schema.rowType();
        for (Map.Entry<String, @Nullable Object> wanted : partition.entrySet()) {
            int position = schema.partitionKeys().indexOf(wanted.getKey());
            DataType type = rowType.type(rowType.indexOf(wanted.getKey()));
            if (!Objects.equals(Values.get(values.column(position), type, 0), wanted.getValue())) {
                return false;
            }
        }
        return true;
    }
}
