package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Partitions as a user names them: values of some partition columns, as texts. Immutable. */
final class PartitionFilter {
    private final List<Map<String, String>> wanted;
    private final TableShape shape;
    private final String defaultName;

    private PartitionFilter(List<Map<String, String>> wanted, TableShape shape, String defaultName) {
        this.wanted = wanted;
        this.shape = shape;
        this.defaultName = defaultName;
    }

    /**
     * @param partitions each as {@code column=value,column=value}; none for all
     * @throws LakelogException COLUMN_NOT_FOUND, INVALID_PARAMETER
     */
    static PartitionFilter parse(List<String> partitions, LakeTable table) {
        List<String> keys = table.schema().partitionKeys();
        List<Map<String, String>> wanted = new ArrayList<>();
        for (String partition : partitions) {
            Map<String, String> values = new LinkedHashMap<>();
            for (String part : partition.split(",", -1)) {
                int equals = part.indexOf('=');
                if (equals < 1) {
                    throw new LakelogException(
                            ErrorCode.INVALID_PARAMETER,
                            "'" + partition + "' is not a partition: 'column=value' is expected, several with a comma"
                                    + " between them");
                }
                String name = part.substring(0, equals).trim();
                String key = keys.stream()
                        .filter(name::equalsIgnoreCase)
                        .findFirst()
                        .orElseThrow(() -> new LakelogException(
                                ErrorCode.COLUMN_NOT_FOUND,
                                "table " + table.name() + " is not partitioned by '" + name + "'"
                                        + (keys.isEmpty() ? "; it has no partitions" : NearMatch.hint(name, keys))));
                values.put(key, part.substring(equals + 1).trim());
            }
            wanted.add(values);
        }
        return new PartitionFilter(wanted, table.shape(), table.options().defaultPartitionName());
    }

    boolean matches(BucketId bucket) {
        return wanted.isEmpty() || wanted.stream().anyMatch(values -> matches(bucket, values));
    }

    private boolean matches(BucketId bucket, Map<String, String> values) {
        Batch partition = bucket.partition().toBatch(shape.partitionTypes(), "a partition");
        for (int i = 0; i < partition.width(); i++) {
            String wantedValue = values.get(
                    shape.rowType().field(shape.partitionPositions()[i]).name());
            Object value =
                    Values.get(partition.column(i), shape.partitionTypes().get(i), 0);
            if (wantedValue != null && !wantedValue.equals(value == null ? defaultName : value.toString())) {
                return false;
            }
        }
        return true;
    }
}
