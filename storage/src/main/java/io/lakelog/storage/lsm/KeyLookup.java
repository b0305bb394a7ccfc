package io.lakelog.storage.lsm;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the present rows of many keys at once: the sorted keys are merge-joined with each run, newest first, reading only
 * files whose range holds a key that is still open, and of those the pages that may. Not thread-safe.
 */
public final class KeyLookup {
    /** Where one row in so few is wanted, a file is read as a whole and nothing of it kept. */
    private static final int DENSE = 4;

    private final BucketReader reader;
    private final TableShape shape;
    private final int[] columns;
    private final int[] keyColumns;
    private final KeyFilter filter;
    private final boolean withSequences;

    /** Finds whole rows, and when they were written. */
    public KeyLookup(BucketReader reader, TableShape shape) {
        this(reader, shape, shape.allPositions(), true);
    }

    /**
     * Finds some columns of rows.
     *
     * @param columns of the table, those of the key among them
     * @param withSequences whether sequence numbers are found too; else they may be 0
     */
    public KeyLookup(BucketReader reader, TableShape shape, int[] columns, boolean withSequences) {
        this.withSequences = withSequences;
        this.reader = reader;
        this.shape = shape;
        this.columns = columns.clone();
        this.keyColumns = KeyValues.inBatch(positions(shape.keyPositions(), columns));
        this.filter = new KeyFilter(shape);
    }

    private static int[] positions(int[] wanted, int[] columns) {
        int[] positions = new int[wanted.length];
        for (int i = 0; i < wanted.length; i++) {
            while (columns[positions[i]] != wanted[i]) {
                positions[i]++;
            }
        }
        return positions;
    }

    /**
     * What was found.
     *
     * @param rows {@link KeyValues} with the columns of the lookup
     * @param position for each key the row in {@code rows}, or -1 if there is none; a row that is a retract says that the
     *     key is absent
     */
    public record Found(Batch rows, int[] position) {
        /** Whether the key at a place is present. */
        public boolean isPresent(int key) {
            return position[key] >= 0 && !RowKind.isRetract(KeyValues.kinds(rows)[position[key]]);
        }

        /** The rows of the keys that are present, in no order. */
        public Batch presentRows() {
            int[] kinds = KeyValues.kinds(rows);
            int[] present = IntStream.range(0, rows.size())
                    .filter(row -> !RowKind.isRetract(kinds[row]))
                    .toArray();
            if (present.length == rows.size()) {
                return rows;
            }
            return new Batch(
                    present.length,
                    rows.columns().stream()
                            .map(column -> Gather.choose(column, column, present, present.length))
                            .toList());
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
        return find(bucket, new Batch(count, keys), runs, null, bounds);
    }

    /** The same where a run in memory may be among the runs. */
    public Found find(
            BucketId bucket, Batch wanted, List<SortedRun> runs, @Nullable MemoryRun memory, Levels.KeyBounds bounds) {
        List<Column> keys = wanted.columns();
        int count = wanted.size();
        int[] position = new int[count];
        Arrays.fill(position, -1);
        boolean[] settled = new boolean[count];
        BatchBuilder found = new BatchBuilder(KeyValues.types(shape.rowType(), columns));
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
                    seek(bucket, file, memory, keys, open, new KeyJoin.Search(position, settled, found));
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

    private void seek(
            BucketId bucket,
            DataFileMeta file,
            @Nullable MemoryRun memory,
            List<Column> keys,
            int[] open,
            KeyJoin.Search search) {
        if (memory != null && file == memory.asFile()) {
            try (BatchSource rows = memory.open(columns)) {
                join(rows, keys, open, search);
            }
            return;
        }
        Predicate condition = filter.of(keys, open);
        FilePages pages = (long) open.length * DENSE > file.rowCount()
                ? null
                : reader.fileReader().pages(bucket, file, columns, condition, withSequences);
        if (pages != null) {
            try (pages) {
                join(pages, keys, open, search);
            }
        } else {
            try (BatchSource rows = reader.fileReader().lendKeyValues(bucket, file, columns, condition)) {
                join(rows, keys, open, search);
            }
        }
    }

    private void join(FilePages pages, List<Column> keys, int[] open, KeyJoin.Search search) {
        KeyJoin hits = new KeyJoin(shape.keyComparator(), keys, open, search);
        while (!hits.areAllPassed() && pages.next()) {
            int count = hits.in(pages.keys(), pages.size());
            if (count > 0) {
                pages.append(hits.rows(), count, search.found());
            }
        }
    }

    private void join(BatchSource source, List<Column> keys, int[] open, KeyJoin.Search search) {
        KeyJoin hits = new KeyJoin(shape.keyComparator(), keys, open, search);
        Batch batch;
        while (!hits.areAllPassed() && (batch = source.next()) != null) {
            int count = hits.in(KeyValues.columns(batch, keyColumns), batch.size());
            hits.append(batch, count);
        }
    }
}
