package io.lakelog.storage.scan;

import io.lakelog.storage.layout.Bucketing;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.predicate.KeyPoints;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.schema.TableShape;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The buckets in which rows can be that meet a condition, by the hashes of the bucket keys it leaves. Not thread-safe. */
final class BucketFilter {
    private final TableShape shape;
    private final @Nullable Batch bucketKeys;
    /** By the number of buckets there were when a file was written. */
    private final Map<Integer, BitSet> buckets = new HashMap<>();

    BucketFilter(TableShape shape, @Nullable Predicate filter) {
        this.shape = shape;
        this.bucketKeys = shape.bucketKeyPositions().length == 0
                ? null
                : KeyPoints.of(filter, shape.rowType(), shape.bucketKeyPositions());
    }

    /** Whether a file may hold such rows. */
    boolean mayHold(ManifestEntry entry) {
        return bucketKeys == null
                || entry.totalBuckets() <= 0
                || buckets.computeIfAbsent(entry.totalBuckets(), this::of)
                        .get(entry.bucket().bucket());
    }

    private BitSet of(int total) {
        Batch keys = java.util.Objects.requireNonNull(bucketKeys);
        Bucketing bucketing = new Bucketing(shape.bucketKeyTypes(), total);
        BitSet set = new BitSet(total);
        for (int row = 0; row < keys.size(); row++) {
            set.set(bucketing.bucket(keys.columns(), row));
        }
        return set;
    }
}
