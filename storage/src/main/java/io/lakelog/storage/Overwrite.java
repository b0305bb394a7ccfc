package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a write replaces. Immutable.
 *
 * @param writtenOnly whether it is only the partitions that get rows
 * @param partitions else the partitions with these values, of the classes that {@link Values} names, by partition column;
 *     without any, the whole table
 * @param mustExist whether it is an error if there is nothing to replace in one of them
 */
public record Overwrite(boolean writtenOnly, List<Map<String, @Nullable Object>> partitions, boolean mustExist) {
    /** Everything. */
    public static final Overwrite WHOLE_TABLE = new Overwrite(false, List.of(), false);

    /** Only the partitions that get rows. */
    public static final Overwrite WRITTEN_PARTITIONS = new Overwrite(true, List.of(), false);

    public Overwrite {
        List<Map<String, @Nullable Object>> copies = new ArrayList<>();
        partitions.forEach(values -> copies.add(Collections.unmodifiableMap(new LinkedHashMap<>(values))));
        partitions = Collections.unmodifiableList(copies);
    }

    /** The partitions with certain values, whether they get rows or not. */
    public static Overwrite partition(Map<String, @Nullable Object> values) {
        return new Overwrite(false, List.of(values), false);
    }

    /**
     * Whether rows of a partition are replaced.
     *
     * @param values one row of the partition columns in their order
     */
    boolean covers(Batch values, TableSchema schema) {
        return partitions.isEmpty() || partitions.stream().anyMatch(wanted -> covers(wanted, values, schema));
    }

    private static boolean covers(Map<String, @Nullable Object> wanted, Batch values, TableSchema schema) {
        RowType rowType = schema.rowType();
        for (Map.Entry<String, @Nullable Object> part : wanted.entrySet()) {
            int position = schema.partitionKeys().indexOf(part.getKey());
            DataType type = rowType.type(rowType.indexOf(part.getKey()));
            if (!Objects.equals(Values.get(values.column(position), type, 0), part.getValue())) {
                return false;
            }
        }
        return true;
    }

    /**
     * Checks that each partition that has to exist does.
     *
     * @param existing one row of the partition columns for each
     * @throws LakelogException INVALID_ARGUMENT naming the first that does not
     */
    void checkExist(List<Batch> existing, TableSchema schema, TableName table) {
        for (Map<String, @Nullable Object> wanted : mustExist ? partitions : List.<Map<String, @Nullable Object>>of()) {
            if (existing.stream().noneMatch(values -> covers(wanted, values, schema))) {
                List<String> parts = new ArrayList<>();
                wanted.forEach((column, value) -> parts.add(column + "=" + value));
                throw new LakelogException(
                        ErrorCode.INVALID_ARGUMENT,
                        "table " + table + " has no partition " + String.join(", ", parts)
                                + "; with IF EXISTS that is no error");
            }
        }
    }
}
