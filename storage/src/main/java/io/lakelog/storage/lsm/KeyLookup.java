package io.lakelog.storage.lsm;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicates;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the present rows of many keys at once: the sorted keys are merge-joined with each run, newest first, reading only
 * files whose range holds a key that is still open, and of those the pages that may. Not thread-safe.
 */
public final class KeyLookup {
    /** Up to this many keys are sought one by one in a file's page index; more are sought as one range. */
    private static final int POINT_KEYS_MAX = 64;

    private final BucketReader reader;
    private final TableShape shape;
    private final int[] keyColumns;
    private final boolean filterable;

    public KeyLookup(BucketReader reader, TableShape shape) {
        this.reader = reader;
        this.shape = shape;
        this.keyColumns = KeyValues.inBatch(shape.keyPositions());
        this.filterable = shape.keyTypes().stream().noneMatch(KeyLookup::isFloating);
    }

    /** Statistics of floating point columns say nothing reliable about NaN and signed zeros. */
    private static boolean isFloating(DataType type) {
        return type.layout() == DataType.Layout.FLOAT || type.layout() == DataType.Layout.DOUBLE;
    }

    /**
     * What was found.
     *
     * @param rows {@link KeyValues} with all columns
     * @param position for each key the row in {@code rows}, or -1 if there is none; a row that is a retract says that the
     *     key is absent
     */
    public record Found(Batch rows, int[] position) {
        /** Whether the key at a place is present. */
        public boolean isPresent(int key) {
            return position[key] >= 0 && !RowKind.isRetract(KeyValues.kinds(rows)[position[key]]);
        }
    }

    /**
     * Looks up keys in runs of resolved rows.
     *
     * @param keys the key columns, sorted, each key once
     * @param count how many keys
     * @param runs newest first
     */
    public Found find(BucketId bucket, List<Column> keys, int count, List<SortedRun> runs, Levels.KeyBounds bounds) {
        int[] position = new int[count];
        Arrays.fill(position, -1);
        boolean[] settled = new boolean[count];
        BatchBuilder found = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
        for (SortedRun run : runs) {
            for (DataFileMeta file : run.files()) {
                int from = shape.keyComparator()
                        .lowerBound(keys, 0, count, bounds.min(file).columns(), 0);
                int to = shape.keyComparator()
                        .lowerBound(keys, from, count, bounds.max(file).columns(), 0);
                if (to < count
                        && shape.keyComparator()
                                        .compare(keys, to, bounds.max(file).columns(), 0)
                                == 0) {
                    to++;
                }
                int[] open = openKeys(settled, from, to);
                if (open.length > 0) {
                    join(bucket, file, keys, open, position, settled, found);
                }
            }
        }
        return new Found(found.build(), position);
    }

    private static int[] openKeys(boolean[] settled, int from, int to) {
        int[] open = new int[Math.max(0, to - from)];
        int count = 0;
        for (int i = from; i < to; i++) {
            if (!settled[i]) {
                open[count++] = i;
            }
        }
        return Arrays.copyOf(open, count);
    }

    private void join(
            BucketId bucket,
            DataFileMeta file,
            List<Column> keys,
            int[] open,
            int[] position,
            boolean[] settled,
            BatchBuilder found) {
        try (BatchSource source =
                reader.fileReader().readKeyValues(bucket, file, shape.allPositions(), filter(keys, open))) {
            int next = 0;
            Batch batch;
            while (next < open.length && (batch = source.next()) != null) {
                List<Column> rowKeys = KeyValues.columns(batch, keyColumns);
                int[] hits = new int[Math.min(batch.size(), open.length - next)];
                int hitCount = 0;
                int row = 0;
                while (next < open.length) {
                    row = shape.keyComparator().lowerBound(rowKeys, row, batch.size(), keys, open[next]);
                    if (row == batch.size()) {
                        break;
                    }
                    if (shape.keyComparator().compare(rowKeys, row, keys, open[next]) == 0) {
                        settled[open[next]] = true;
                        position[open[next]] = found.size() + hitCount;
                        hits[hitCount++] = row;
                    }
                    next++;
                }
                append(batch, hits, hitCount, found);
            }
        }
    }

    private static void append(Batch batch, int[] rows, int count, BatchBuilder target) {
        for (int c = 0; count > 0 && c < batch.width(); c++) {
            Column column = batch.column(c);
            target.column(c).append(Gather.choose(column, column, rows, count), 0, count);
        }
    }

    private @Nullable Predicate filter(List<Column> keys, int[] open) {
        if (!filterable) {
            return null;
        }
        if (open.length > POINT_KEYS_MAX) {
            return Predicates.and(List.of(
                    compare(keys, 0, open[0], Predicate.Operator.GREATER_OR_EQUAL),
                    compare(keys, 0, open[open.length - 1], Predicate.Operator.LESS_OR_EQUAL)));
        }
        List<Predicate> points = new ArrayList<>();
        for (int key : open) {
            List<Predicate> parts = new ArrayList<>();
            for (int c = 0; c < keys.size(); c++) {
                parts.add(compare(keys, c, key, Predicate.Operator.EQUAL));
            }
            points.add(parts.size() == 1 ? parts.get(0) : new Predicate.And(parts));
        }
        return points.size() == 1 ? points.get(0) : new Predicate.Or(points);
    }

    private Predicate compare(List<Column> keys, int c, int row, Predicate.Operator operator) {
        int column = shape.keyPositions()[c];
        DataType type = shape.rowType().type(column);
        Object value = Values.get(keys.get(c), type, row);
        if (value == null) {
            throw new IllegalStateException("a key is never NULL");
        }
        return new Predicate.Compare(column, operator, value);
    }
}
