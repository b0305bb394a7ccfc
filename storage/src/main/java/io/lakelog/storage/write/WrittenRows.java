package io.lakelog.storage.write;

import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.lsm.MemoryRun;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What a {@link WriteBuffer} held at one moment: of each key the last version, retracts included. Immutable. */
public final class WrittenRows {
    private final Map<BucketId, List<Batch>> versions;
    private final TableShape shape;

    /** @param versions of each bucket, sorted by key, numbered from 0; at least one row each */
    WrittenRows(Map<BucketId, List<Batch>> versions, TableShape shape) {
        this.versions = versions;
        this.shape = shape;
    }

    /**
     * The buckets whose rows are not what their files say.
     *
     * @param others buckets that have files
     */
    public Set<BucketId> buckets(Iterable<BucketId> others) {
        if (!shape.keySpansPartitions()) {
            return versions.keySet();
        }
        // What was written to one partition may take a row out of any other.
        Set<BucketId> all = new LinkedHashSet<>();
        for (BucketId other : others) {
            if (versions.containsKey(new BucketId(BinaryRow.EMPTY, other.bucket()))) {
                all.add(other);
            }
        }
        PartitionSplit split = new PartitionSplit(shape);
        versions.forEach((bucket, batches) -> batches.forEach(batch ->
                split.split(batch).keySet().forEach(partition -> all.add(new BucketId(partition, bucket.bucket())))));
        return all;
    }

    /**
     * The rows of a bucket as a run above its files.
     *
     * @param firstSequence above all that the bucket's files hold
     */
    public MemoryRun run(BucketId bucket, long firstSequence) {
        BucketId written = shape.keySpansPartitions() ? new BucketId(BinaryRow.EMPTY, bucket.bucket()) : bucket;
        return new MemoryRun(
                Objects.requireNonNull(versions.get(written)).stream()
                        .map(batch -> VersionChunks.renumber(batch, firstSequence))
                        .map(batch -> shape.keySpansPartitions() ? inPartition(batch, bucket.partition()) : batch)
                        .toList(),
                shape,
                0);
    }

    /** What has been written elsewhere is not here. */
    private Batch inPartition(Batch rows, BinaryRow partition) {
        PartitionSplit split = new PartitionSplit(shape);
        int[] kinds = KeyValues.kinds(rows).clone();
        for (int row = 0; row < rows.size(); row++) {
            if (!split.partition(rows, row).equals(partition)) {
                kinds[row] = RowKind.DELETE.code();
            }
        }
        List<Column> columns = new ArrayList<>(rows.columns());
        columns.set(KeyValues.KIND, new Column.Ints(rows.size(), null, kinds));
        return new Batch(rows.size(), columns);
    }
}
