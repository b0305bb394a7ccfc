package io.lakelog.storage.write;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.schema.TableShape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Takes rows apart by the partition that their values name. Immutable. */
final class PartitionSplit {
    private final TableShape shape;
    private final int[] columns;
    private final KeyComparator comparator;

    PartitionSplit(TableShape shape) {
        this.shape = shape;
        this.columns = KeyValues.inBatch(shape.partitionPositions());
        this.comparator = new KeyComparator(shape.partitionTypes());
    }

    /** The partition of a row of {@link KeyValues} with all columns. */
    BinaryRow partition(Batch rows, int row) {
        return BinaryRow.of(KeyValues.columns(rows, columns), shape.partitionTypes(), row);
    }

    /** The rows of each partition, in their order; {@link KeyValues} with all columns. */
    Map<BinaryRow, Batch> split(Batch rows) {
        List<Column> values = KeyValues.columns(rows, columns);
        Map<BinaryRow, BatchBuilder> builders = new LinkedHashMap<>();
        int from = 0;
        for (int to = 1; to <= rows.size(); to++) {
            if (to == rows.size() || comparator.compare(values, from, values, to) != 0) {
                builders.computeIfAbsent(
                                BinaryRow.of(values, shape.partitionTypes(), from),
                                partition -> new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions())))
                        .append(rows, from, to);
                from = to;
            }
        }
        Map<BinaryRow, Batch> split = new LinkedHashMap<>();
        builders.forEach((partition, builder) -> split.put(partition, builder.build()));
        return split;
    }
}
