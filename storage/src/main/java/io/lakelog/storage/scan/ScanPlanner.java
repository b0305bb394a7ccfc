package io.lakelog.storage.scan;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.predicate.Predicates;
import io.lakelog.storage.predicate.RangeFilter;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.schema.TableShape;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses what a scan must read. Only what a predicate says of partition and key columns may leave files out: a file may
 * hold the newest version of a row that another file's statistics speak of. Pure; thread-safe.
 */
public final class ScanPlanner {
    private final TableShape shape;

    public ScanPlanner(TableShape shape) {
        this.shape = shape;
    }

    /** The files of one bucket that are to be read together. */
    public record Split(BucketId bucket, List<DataFileMeta> files) {}

    /** The splits of a scan, in no particular order of buckets. */
    public List<Split> plan(LiveFiles live, @Nullable Predicate filter) {
        Predicate partitionFilter = Predicates.remap(filter, shape.placesAmong(shape.partitionPositions()));
        Predicate keyFilter = Predicates.remap(filter, shape.placesAmong(shape.keyPositions()));
        BucketFilter buckets = new BucketFilter(shape, filter);
        List<Split> splits = new ArrayList<>();
        for (BucketId bucket : live.buckets()) {
            if (partitionFilter != null && !mayHoldPartition(bucket, partitionFilter)) {
                continue;
            }
            List<DataFileMeta> files = new ArrayList<>();
            for (ManifestEntry entry : live.entries(bucket)) {
                if (buckets.mayHold(entry) && (keyFilter == null || mayHoldKeys(entry.file(), keyFilter))) {
                    files.add(entry.file());
                }
            }
            if (!files.isEmpty()) {
                splits.add(new Split(bucket, files));
            }
        }
        return splits;
    }

    /** Whether the partition of a bucket may have rows that match. */
    public boolean mayHold(BucketId bucket, @Nullable Predicate filter) {
        Predicate partitionFilter = Predicates.remap(filter, shape.placesAmong(shape.partitionPositions()));
        return partitionFilter == null || mayHoldPartition(bucket, partitionFilter);
    }

    private boolean mayHoldPartition(BucketId bucket, Predicate filter) {
        Batch values = bucket.partition().toBatch(shape.partitionTypes(), "partition");
        return RangeFilter.mayMatch(filter, shape.partitionTypes(), values, values);
    }

    private boolean mayHoldKeys(DataFileMeta file, Predicate filter) {
        List<DataType> types = shape.keyTypes();
        boolean padded = file.boundsOfCharArePadded() && types.stream().anyMatch(type -> type.kind() == TypeKind.CHAR);
        if (padded || file.keyStats().min().arity() != types.size()) {
            return true;
        }
        return RangeFilter.mayMatch(
                filter,
                types,
                file.keyStats().min().toBatch(types, file.name()),
                file.keyStats().max().toBatch(types, file.name()));
    }
}
