package io.lakelog.storage.changelog;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.schema.TableShape;
import java.util.Arrays;
import java.util.List;

/**
 * Versions of rows grouped by key, in key order; those of one key in the order they were written. Immutable.
 *
 * @param versions {@link KeyValues} with all columns, in any order
 * @param order the versions' rows in key order
 * @param starts for each group its first place in {@code order}, and the end of the last
 */
public record SortedVersions(Batch versions, int[] order, int[] starts) {
    /** Versions in the order they were written. */
    public static SortedVersions sort(Batch versions, TableShape shape) {
        List<Column> keys = keys(versions, shape);
        return group(versions, shape.keyComparator().sortedOrder(keys, versions.size()), shape);
    }

    /** Versions that are in key order already. */
    public static SortedVersions ofSorted(Batch versions, TableShape shape) {
        int[] order = new int[versions.size()];
        Arrays.setAll(order, i -> i);
        return group(versions, order, shape);
    }

    private static SortedVersions group(Batch versions, int[] order, TableShape shape) {
        List<Column> keys = keys(versions, shape);
        int[] starts = new int[order.length + 1];
        int groups = 0;
        for (int i = 0; i < order.length; i++) {
            if (i == 0 || shape.keyComparator().compare(keys, order[i - 1], keys, order[i]) != 0) {
                starts[groups++] = i;
            }
        }
        starts[groups] = order.length;
        return new SortedVersions(versions, order, Arrays.copyOf(starts, groups + 1));
    }

    /** How many keys there are. */
    public int groups() {
        return starts.length - 1;
    }

    /** The part with the groups {@code from} (inclusive) to {@code to} (exclusive). */
    public SortedVersions part(int from, int to) {
        return new SortedVersions(versions, order, Arrays.copyOfRange(starts, from, to + 1));
    }

    /** The last version of a key. */
    public int last(int group) {
        return order[starts[group + 1] - 1];
    }

    /** The key columns, one row for each group. */
    public List<Column> groupKeys(TableShape shape) {
        int[] rows = new int[groups()];
        for (int group = 0; group < rows.length; group++) {
            rows[group] = last(group);
        }
        return keys(versions, shape).stream()
                .map(key -> Gather.choose(key, key, rows, rows.length))
                .toList();
    }

    private static List<Column> keys(Batch versions, TableShape shape) {
        return KeyValues.columns(versions, KeyValues.inBatch(shape.keyPositions()));
    }
}
