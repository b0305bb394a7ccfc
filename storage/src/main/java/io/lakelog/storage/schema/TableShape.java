package io.lakelog.storage.schema;

import io.lakelog.storage.row.KeyComparator;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.Arrays;
import java.util.List;

/**
 * What follows from a schema and is needed with every row: where keys, partitions and bucket keys are, and how keys
 * compare. Immutable.
 *
 * @param rowType the table's columns
 * @param keyPositions of the trimmed primary key (without partition columns), which orders the LSM trees
 * @param partitionPositions of the partition columns, in the order of the partition keys
 * @param bucketKeyPositions of the columns whose hash chooses the bucket; none if something else does
 * @param keyComparator compares trimmed keys
 * @param keySpansPartitions whether the trimmed key alone identifies a row: writing it into one partition takes it out of
 *     another (see {@link SpanningKey})
 */
public record TableShape(
        RowType rowType,
        int[] keyPositions,
        int[] partitionPositions,
        int[] bucketKeyPositions,
        KeyComparator keyComparator,
        boolean keySpansPartitions) {

    public static TableShape of(TableSchema schema, TableOptions options) {
        RowType rowType = schema.rowType();
        List<String> trimmed = schema.primaryKeys().stream()
                .filter(name -> !schema.partitionKeys().contains(name))
                .toList();
        int[] key = positions(rowType, trimmed);
        return new TableShape(
                rowType,
                key,
                positions(rowType, schema.partitionKeys()),
                bucketKey(rowType, key, options),
                new KeyComparator(types(rowType, key)),
                SpanningKey.isIn(schema.options()));
    }

    private static int[] bucketKey(RowType rowType, int[] key, TableOptions options) {
        if (!options.hashedBuckets()) {
            return new int[0];
        }
        return options.bucketKey().isEmpty() ? key : positions(rowType, options.bucketKey());
    }

    public List<DataType> keyTypes() {
        return types(rowType, keyPositions);
    }

    public List<DataType> partitionTypes() {
        return types(rowType, partitionPositions);
    }

    public List<DataType> bucketKeyTypes() {
        return types(rowType, bucketKeyPositions);
    }

    /** For each column of the table its place among some positions, or -1: what conditions on those are to be mapped by. */
    public int[] placesAmong(int[] positions) {
        int[] places = new int[rowType.size()];
        Arrays.fill(places, -1);
        for (int i = 0; i < positions.length; i++) {
            places[positions[i]] = i;
        }
        return places;
    }

    /** Positions of all columns: 0, 1, 2 … */
    public int[] allPositions() {
        int[] all = new int[rowType.size()];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return all;
    }

    private static int[] positions(RowType rowType, List<String> names) {
        return names.stream().mapToInt(rowType::indexOf).toArray();
    }

    private static List<DataType> types(RowType rowType, int[] positions) {
        return java.util.Arrays.stream(positions).mapToObj(rowType::type).toList();
    }
}
