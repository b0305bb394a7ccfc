package io.lakelog.storage;

import io.lakelog.storage.layout.Bucketing;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.lsm.KeyFilter;
import io.lakelog.storage.lsm.KeyLookup;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.Levels;
import io.lakelog.storage.lsm.MemoryRun;
import io.lakelog.storage.lsm.SortedRun;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.write.WrittenRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows by their keys, each bucket's at once: where its newest row of a key is all that counts, by looking the keys
 * up, newest run first; else by merging what lies between the first key and the last. Thread-safe.
 */
final class KeyedRows {
    private final LakeTable table;
    private final TableShape shape;

    KeyedRows(LakeTable table) {
        this.table = table;
        this.shape = table.shape();
    }

    /**
     * The present rows of some keys, bucket by bucket. Where rows are merged, rows of other keys may come along.
     *
     * @param written what lies above the files, or null
     */
    BatchSource find(KeyRequest request, LiveFiles live, @Nullable WrittenRows written) {
        Batch keys = inTable(request.keys());
        Map<BinaryRow, int[]> byPartition = shape.keySpansPartitions() ? Map.of() : byPartition(keys);
        Set<BucketId> buckets = new LinkedHashSet<>();
        live.buckets().forEach(buckets::add);
        Set<BucketId> above = written == null ? Set.of() : written.buckets(live.buckets());
        buckets.addAll(above);
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (BucketId bucket : buckets) {
            // A key that spans partitions may be in any.
            int[] rows = shape.keySpansPartitions() ? all(keys.size()) : byPartition.get(bucket.partition());
            int[] candidates = inBucket(rows, keys, bucket, live.entries(bucket));
            if (candidates.length > 0) {
                WrittenRows ofBucket = above.contains(bucket) ? written : null;
                parts.add(() -> find(bucket, sorted(keys, candidates), live.files(bucket), ofBucket, request));
            }
        }
        return new Concatenation(parts);
    }

    /** As rows of the table that have nothing but a key. */
    Batch inTable(Batch keys) {
        List<String> primaryKeys = shape.keySpansPartitions()
                ? IntStream.of(shape.keyPositions())
                        .mapToObj(position -> shape.rowType().field(position).name())
                        .toList()
                : table.schema().primaryKeys();
        Column[] columns = new Column[shape.rowType().size()];
        for (int i = 0; i < columns.length; i++) {
            int key = primaryKeys.indexOf(shape.rowType().field(i).name());
            columns[i] = key >= 0 ? keys.column(key) : nulls(i, keys.size());
        }
        return new Batch(keys.size(), List.of(columns));
    }

    private Column nulls(int position, int size) {
        ColumnBuilder one = ColumnBuilder.of(shape.rowType().type(position));
        one.appendNull();
        return ColumnBuilder.repeat(one.build(), size);
    }

    private Map<BinaryRow, int[]> byPartition(Batch keys) {
        int[] all = all(keys.size());
        if (shape.partitionPositions().length == 0) {
            return Map.of(BinaryRow.EMPTY, all);
        }
        List<Column> columns = KeyValues.columns(keys, shape.partitionPositions());
        Map<BinaryRow, int[]> rows = new HashMap<>();
        Map<BinaryRow, Integer> counts = new HashMap<>();
        for (int row : all) {
            BinaryRow partition = BinaryRow.of(columns, shape.partitionTypes(), row);
            int count = counts.merge(partition, 1, Integer::sum);
            int[] sofar = rows.computeIfAbsent(partition, key -> new int[8]);
            if (count > sofar.length) {
                sofar = Arrays.copyOf(sofar, 2 * sofar.length);
                rows.put(partition, sofar);
            }
            sofar[count - 1] = row;
        }
        rows.replaceAll((partition, found) -> Arrays.copyOf(found, counts.getOrDefault(partition, 0)));
        return rows;
    }

    private static int[] all(int size) {
        int[] all = new int[size];
        Arrays.setAll(all, i -> i);
        return all;
    }

    /** Those rows whose keys a bucket may hold: all, where the bucket does not follow from the key. */
    private int[] inBucket(int @Nullable [] rows, Batch keys, BucketId bucket, List<ManifestEntry> entries) {
        if (rows == null) {
            return new int[0];
        }
        int total = table.options().buckets();
        for (ManifestEntry entry : entries) {
            if (entry.totalBuckets() != total) {
                return rows;
            }
        }
        if (total <= 1) {
            return rows;
        }
        Bucketing bucketing = new Bucketing(shape.bucketKeyTypes(), total);
        List<Column> bucketKey = KeyValues.columns(keys, shape.bucketKeyPositions());
        return Arrays.stream(rows)
                .filter(row -> bucketing.bucket(bucketKey, row) == bucket.bucket())
                .toArray();
    }

    /** The key columns of some rows in key order, each key once. */
    private Batch sorted(Batch keys, int[] rows) {
        List<Column> chosen = KeyValues.columns(keys, shape.keyPositions()).stream()
                .map(column -> Gather.choose(column, column, rows, rows.length))
                .toList();
        int[] order = shape.keyComparator().sortedOrder(chosen, rows.length);
        int count = 0;
        for (int i = 0; i < order.length; i++) {
            if (count == 0 || shape.keyComparator().compare(chosen, order[count - 1], chosen, order[i]) != 0) {
                order[count++] = order[i];
            }
        }
        int distinct = count;
        return new Batch(
                distinct,
                chosen.stream()
                        .map(column -> Gather.choose(column, column, order, distinct))
                        .toList());
    }

    private BatchSource find(
            BucketId bucket, Batch keys, List<DataFileMeta> files, @Nullable WrittenRows written, KeyRequest request) {
        BucketReader reader = table.bucketReader();
        Levels levels = reader.levels(files);
        MemoryRun memory = written == null ? null : written.run(bucket, levels.maxSequenceNumber() + 1);
        boolean newestCounts = reader.rules().lastCounts()
                || (table.options().resolvedLevels()
                        && memory == null
                        && levels.levelZero().isEmpty());
        if (!newestCounts) {
            return reader.readRows(
                    bucket, files, memory, request.columns(), new KeyFilter(shape).of(keys.columns(), keys.size()));
        }
        List<SortedRun> runs = new ArrayList<>();
        if (memory != null) {
            runs.add(memory.asRun());
        }
        runs.addAll(levels.allRuns());
        int[] columns = withKey(request.columns());
        Batch found = new KeyLookup(reader, shape, columns)
                .find(bucket, keys, runs, memory, levels.bounds())
                .presentRows();
        int[] wanted = new int[request.columns().length];
        Arrays.setAll(wanted, i -> i + KeyValues.VALUES);
        return BatchSource.of(List.of(found.project(wanted)));
    }

    /** The wanted columns, then those of the key that are not among them. */
    private int[] withKey(int[] wanted) {
        int[] missing = Arrays.stream(shape.keyPositions())
                .filter(key -> Arrays.stream(wanted).noneMatch(column -> column == key))
                .toArray();
        int[] all = Arrays.copyOf(wanted, wanted.length + missing.length);
        System.arraycopy(missing, 0, all, wanted.length, missing.length);
        return all;
    }
}
