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
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.scan.ScanPlanner;
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
import org.jspecify.annotations.Nullable;

/**
 * Finds rows by their keys, each bucket's at once: where its newest row of a key is all that counts, by looking the keys
 * up, newest run first; else by merging what lies between the first key and the last. Thread-safe.
 */
final class KeyedRows {
    private final LakeTable table;
    private final TableShape shape;
    /** Whether a key leaves open in which partition its row is; other engines make such tables too. */
    private final boolean anyPartition;

    KeyedRows(LakeTable table) {
        this.table = table;
        this.shape = table.shape();
        this.anyPartition =
                !table.schema().primaryKeys().containsAll(table.schema().partitionKeys()) || shape.keySpansPartitions();
    }

    /**
     * The present rows of some keys, bucket by bucket. Where rows are merged, rows of other keys may come along.
     *
     * @param filter what rows that are wanted meet, too: it leaves partitions out; or null
     * @param written what lies above the files, or null
     */
    BatchSource find(KeyRequest request, @Nullable Predicate filter, LiveFiles live, @Nullable WrittenRows written) {
        Set<BucketId> above = written == null ? Set.of() : written.buckets(live.buckets());
        List<Supplier<BatchSource>> parts = new ArrayList<>();
        for (Wanted wanted : wanted(request.keys(), filter, live, above)) {
            WrittenRows ofBucket = above.contains(wanted.bucket()) ? written : null;
            parts.add(() -> find(wanted.bucket(), sorted(wanted), live.files(wanted.bucket()), ofBucket, request));
        }
        return new Concatenation(parts);
    }

    /** How many files have to be asked, of each bucket in which there are some. */
    Map<BucketId, Integer> filesAsked(Batch keys, @Nullable Predicate filter, LiveFiles live) {
        Map<BucketId, Integer> asked = new HashMap<>();
        for (Wanted wanted : wanted(keys, filter, live, Set.of())) {
            List<DataFileMeta> files = live.files(wanted.bucket());
            int count = withKeyIn(files, sorted(wanted), table.bucketReader().levels(files))
                    .size();
            if (count > 0) {
                asked.put(wanted.bucket(), count);
            }
        }
        return asked;
    }

    /** Some rows of {@code keys}, looked for in a bucket. */
    private record Wanted(BucketId bucket, Batch keys, int[] rows) {}

    private List<Wanted> wanted(Batch asked, @Nullable Predicate filter, LiveFiles live, Set<BucketId> above) {
        Batch keys = inTable(asked);
        Map<BinaryRow, int[]> byPartition = anyPartition ? Map.of() : byPartition(keys);
        Set<BucketId> buckets = new LinkedHashSet<>();
        live.buckets().forEach(buckets::add);
        buckets.addAll(above);
        ScanPlanner planner = new ScanPlanner(shape);
        List<Wanted> wanted = new ArrayList<>();
        for (BucketId bucket : buckets) {
            int[] rows = anyPartition ? all(keys.size()) : byPartition.get(bucket.partition());
            int[] candidates =
                    planner.mayHold(bucket, filter) ? inBucket(rows, keys, bucket, live.entries(bucket)) : new int[0];
            if (candidates.length > 0) {
                wanted.add(new Wanted(bucket, keys, candidates));
            }
        }
        return wanted;
    }

    /** The columns by whose values rows are asked for, in their order. */
    int[] askedBy() {
        return shape.keySpansPartitions()
                ? shape.keyPositions()
                : table.schema().primaryKeys().stream()
                        .mapToInt(shape.rowType()::indexOf)
                        .toArray();
    }

    /** As rows of the table that have nothing but a key. */
    Batch inTable(Batch keys) {
        Column[] columns = new Column[shape.rowType().size()];
        int[] askedBy = askedBy();
        for (int i = 0; i < askedBy.length; i++) {
            columns[askedBy[i]] = keys.column(i);
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i] = columns[i] == null ? nulls(i, keys.size()) : columns[i];
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
        if (total <= 1 || shape.bucketKeyPositions().length == 0) {
            return rows;
        }
        Bucketing bucketing = new Bucketing(shape.bucketKeyTypes(), total);
        List<Column> bucketKey = KeyValues.columns(keys, shape.bucketKeyPositions());
        return Arrays.stream(rows)
                .filter(row -> bucketing.bucket(bucketKey, row) == bucket.bucket())
                .toArray();
    }

    /** The key columns of some rows in key order, each key once. */
    private Batch sorted(Wanted wanted) {
        int[] rows = wanted.rows();
        List<Column> chosen = KeyValues.columns(wanted.keys(), shape.keyPositions()).stream()
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
                    bucket,
                    withKeyIn(files, keys, levels),
                    memory,
                    request.columns(),
                    new KeyFilter(shape).of(keys.columns(), keys.size()));
        }
        List<SortedRun> runs = new ArrayList<>();
        if (memory != null) {
            runs.add(memory.asRun());
        }
        runs.addAll(levels.allRuns());
        int[] columns = withKey(request.columns());
        Batch found = new KeyLookup(reader, shape, columns, false)
                .find(bucket, keys, runs, memory, levels.bounds())
                .presentRows();
        int[] wanted = new int[request.columns().length];
        Arrays.setAll(wanted, i -> i + KeyValues.VALUES);
        return BatchSource.of(List.of(found.project(wanted)));
    }

    /** The files in whose range of keys one of some sorted keys lies. */
    private List<DataFileMeta> withKeyIn(List<DataFileMeta> files, Batch keys, Levels levels) {
        return files.stream()
                .filter(file -> {
                    int first = shape.keyComparator()
                            .lowerBound(
                                    keys.columns(),
                                    0,
                                    keys.size(),
                                    levels.bounds().min(file).columns(),
                                    0);
                    return first < keys.size()
                            && shape.keyComparator()
                                            .compare(
                                                    keys.columns(),
                                                    first,
                                                    levels.bounds().max(file).columns(),
                                                    0)
                                    <= 0;
                })
                .toList();
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
