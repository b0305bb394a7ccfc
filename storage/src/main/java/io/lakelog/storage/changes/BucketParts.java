package io.lakelog.storage.changes;

import io.lakelog.storage.changelog.SpannedChanges;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Concatenation;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The changes of one commit, bucket by bucket: where keys span partitions those of one bucket number are put together over
 * all partitions, and where keys have gone from bucket to bucket those of a partition, else they follow each other as they
 * were added. Used once.
 */
final class BucketParts {
    private final TableShape shape;
    private final int[] columns;
    /** Those that are read of changes which are put together: the key, too. */
    private final int[] read;

    private final List<Supplier<BatchSource>> parts = new ArrayList<>();
    private final Map<Integer, List<Supplier<BatchSource>>> byBucket = new TreeMap<>();
    private final Map<BinaryRow, List<Supplier<BatchSource>>> byPartition = new LinkedHashMap<>();
    private final Set<BinaryRow> mixed;

    /** @param columns of the table, wanted after the number and the kind */
    BucketParts(TableShape shape, int[] columns) {
        this(shape, columns, Set.of());
    }

    /** @param mixed partitions in which keys may have gone from one bucket to another */
    BucketParts(TableShape shape, int[] columns, Set<BinaryRow> mixed) {
        this.shape = shape;
        this.columns = columns;
        this.mixed = mixed;
        this.read = IntStream.concat(IntStream.of(columns), IntStream.of(shape.keyPositions()))
                .distinct()
                .toArray();
    }

    /**
     * Adds changes of a bucket.
     *
     * @param part opens them with the columns it is told, as {@link KeyValues}; by key
     */
    void add(BucketId bucket, Function<int[], BatchSource> part) {
        if (shape.keySpansPartitions()) {
            byBucket.computeIfAbsent(bucket.bucket(), number -> new ArrayList<>())
                    .add(() -> part.apply(read));
        } else if (mixed.contains(bucket.partition())) {
            byPartition
                    .computeIfAbsent(bucket.partition(), partition -> new ArrayList<>())
                    .add(() -> part.apply(read));
        } else {
            parts.add(() -> part.apply(columns));
        }
    }

    /** @param net as {@link SpannedChanges} has it */
    BatchSource open(boolean net) {
        byBucket.values().forEach(sources -> parts.add(() -> together(sources, net)));
        byPartition.values().forEach(sources -> parts.add(() -> together(sources, net)));
        return new Concatenation(parts);
    }

    private BatchSource together(List<Supplier<BatchSource>> sources, boolean net) {
        List<Integer> inRead = IntStream.of(read).boxed().toList();
        int[] keys = IntStream.of(shape.keyPositions()).map(inRead::indexOf).toArray();
        BatchSource changes = new SpannedChanges(
                sources.stream().map(Supplier::get).toList(),
                KeyValues.inBatch(keys),
                shape.keyComparator(),
                KeyValues.types(shape.rowType(), read),
                net);
        int[] wanted = IntStream.range(0, KeyValues.VALUES + columns.length).toArray();
        return Arrays.equals(read, columns) ? changes : new MappedSource(changes, batch -> batch.project(wanted));
    }
}
