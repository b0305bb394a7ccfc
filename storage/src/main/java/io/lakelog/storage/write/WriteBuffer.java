package io.lakelog.storage.write;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Takes rows of one table, checks that nothing is NULL that may not be, and keeps them by bucket: in memory up to a budget,
 * beyond it in temporary files. Not thread-safe.
 */
public final class WriteBuffer implements AutoCloseable {
    private final TableShape shape;
    private final MergeRules rules;
    private final BucketChooser chooser;
    private final String tableName;
    private final long memoryBytesMax;
    private final Spill spill;
    private final Map<BucketId, BucketBuffer> buckets = new LinkedHashMap<>();
    private long rows;

    /**
     * @param memoryBytesMax memory for rows
     * @param tableName for error messages
     */
    public WriteBuffer(
            Environment environment,
            TableShape shape,
            MergeRules rules,
            BucketChooser chooser,
            long memoryBytesMax,
            String tableName) {
        this.shape = shape;
        this.rules = rules;
        this.chooser = chooser;
        this.memoryBytesMax = memoryBytesMax;
        this.tableName = tableName;
        this.spill = new Spill(environment, shape);
    }

    /** Rows taken so far. */
    public long rows() {
        return rows;
    }

    /**
     * A point in the order in which rows came.
     *
     * @param counts of the rows that each bucket had
     */
    public record Mark(Map<BucketId, Long> counts, long rows) {}

    /** This point, to which {@link #rollbackTo} can go back. */
    public Mark mark() {
        Map<BucketId, Long> counts = new HashMap<>();
        buckets.forEach((bucket, buffer) -> counts.put(bucket, buffer.count()));
        return new Mark(counts, rows);
    }

    /** Forgets all rows taken since a mark of this buffer. */
    public void rollbackTo(Mark mark) {
        buckets.keySet().retainAll(mark.counts().keySet());
        mark.counts().forEach((bucket, count) -> {
            BucketBuffer buffer = Objects.requireNonNull(buckets.get(bucket));
            if (buffer.count() > count) {
                buffer.keepFirst(count, spill);
            }
        });
        rows = mark.rows();
    }

    /**
     * Takes rows of one kind (with a row kind column, inserted rows are of the kind that it tells), and then none if one is
     * wrong.
     *
     * @throws LakelogException NULL_VALUE naming the column if one is NULL that may not be; INVALID_ARGUMENT for a value that
     *     its column's function cannot read; UNSUPPORTED for a retract that
     *     the table's merge engine cannot take
     */
    public void add(Batch batch, RowKind kind) {
        new RowChecks(shape.rowType(), tableName).check(batch);
        rules.check(batch);
        addChecked(batch, kind);
    }

    /** Takes retracts that have nothing but a key. */
    public void addKeys(Batch batch, RowKind kind) {
        addChecked(batch, kind);
    }

    private void addChecked(Batch batch, RowKind kind) {
        RowKind[] kinds = RowKinds.of(batch, kind, rules, tableName);
        List<Column> bucketKey = KeyValues.columns(batch, shape.bucketKeyPositions());
        // Which partition the old row of a spanning key is in is found out at the commit.
        List<Column> partitionColumns =
                shape.keySpansPartitions() ? List.of() : KeyValues.columns(batch, shape.partitionPositions());
        int from = 0;
        while (from < batch.size()) {
            RowKind kindHere = kinds.length == 1 ? kinds[0] : kinds[from];
            BinaryRow partition = partition(partitionColumns, from);
            int bucket = chooser.bucket(partition, bucketKey, from);
            int to = from + 1;
            while (to < batch.size()
                    && (kinds.length == 1 || kinds[to] == kindHere)
                    && (partitionColumns.isEmpty()
                            || partition(partitionColumns, to).equals(partition))
                    && chooser.bucket(partition, bucketKey, to) == bucket) {
                to++;
            }
            if (!rules.leavesOutWritten(kindHere)) {
                buckets.computeIfAbsent(new BucketId(partition, bucket), id -> new BucketBuffer(shape, rules))
                        .append(batch, from, to, kindHere);
            }
            from = to;
        }
        rows += batch.size();
        if (buckets.values().stream().mapToLong(BucketBuffer::memoryBytes).sum() > memoryBytesMax) {
            buckets.values().forEach(bucket -> bucket.spill(spill));
        }
    }

    /** All rows by bucket; no more can be added. They can be read until the buffer is closed. */
    public Map<BucketId, BucketRows> take() {
        Map<BucketId, BucketRows> taken = new LinkedHashMap<>();
        buckets.forEach((bucket, buffer) -> taken.put(bucket, buffer.take()));
        buckets.clear();
        return taken;
    }

    /**
     * The last versions of the keys written so far, retracts included; the rows stay.
     *
     * @throws LakelogException LIMIT if some of the rows are in temporary files
     */
    public WrittenRows lastVersions() {
        Map<BucketId, List<Batch>> versions = new LinkedHashMap<>();
        buckets.forEach((bucket, buffer) -> {
            checkInMemory(buffer);
            versions.put(bucket, buffer.lastVersions());
        });
        return new WrittenRows(versions, shape);
    }

    /** Rows that another buffer took and gave, in the order of each key, for buckets that are chosen anew. */
    public void addAgain(WriteBuffer other, BucketRows taken) {
        try (BatchSource source = other.spill.merge(emptyRows(), taken, 0)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                int[] kinds = KeyValues.kinds(batch);
                Batch values = batch.project(KeyValues.inBatch(shape.allPositions()));
                int from = 0;
                for (int to = 1; to <= batch.size(); to++) {
                    if (to == batch.size() || kinds[to] != kinds[from]) {
                        addChecked(range(values, from, to), RowKind.of(kinds[from]));
                        from = to;
                    }
                }
            }
        }
    }

    private Batch emptyRows() {
        return new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions())).build();
    }

    private Batch range(Batch batch, int from, int to) {
        BatchBuilder part = new BatchBuilder(shape.rowType());
        part.append(batch, from, to);
        return part.build();
    }

    private void checkInMemory(BucketBuffer buffer) {
        if (buffer.isSpilled()) {
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "the transaction has written more to table " + tableName + " than fits into memory; it can be"
                            + " committed, but no longer read before that");
        }
    }

    /**
     * All rows so far by bucket, in the order they came, with the columns of the table; they stay.
     *
     * @throws LakelogException LIMIT if some of them are in temporary files
     */
    public Map<BucketId, List<Batch>> rowsInOrder() {
        Map<BucketId, List<Batch>> inOrder = new LinkedHashMap<>();
        buckets.forEach((bucket, buffer) -> {
            checkInMemory(buffer);
            inOrder.put(bucket, buffer.rowsInOrder().stream().map(this::values).toList());
        });
        return inOrder;
    }

    /** What {@link #take()} gave for a bucket of a table without a key, in the order it came; batches may be lent. */
    public BatchSource read(BucketRows rows) {
        BatchSource versions = rows.spilled().isEmpty()
                ? BatchSource.of(List.of(rows.memory()))
                : spill.merge(
                        new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions())).build(), rows, 0);
        return new MappedSource(versions, this::values);
    }

    private Batch values(Batch versions) {
        return versions.project(KeyValues.inBatch(shape.allPositions()));
    }

    Spill spill() {
        return spill;
    }

    /** Forgets all rows and removes the temporary files. */
    @Override
    public void close() {
        buckets.clear();
        spill.discard();
    }

    private BinaryRow partition(List<Column> columns, int row) {
        return columns.isEmpty() ? BinaryRow.EMPTY : BinaryRow.of(columns, shape.partitionTypes(), row);
    }
}
