package io.lakelog.storage.write;

import io.lakelog.storage.lsm.MemoryRun;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.schema.TableShape;
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

    /** The buckets that have rows. */
    public Set<BucketId> buckets() {
        return versions.keySet();
    }

    /**
     * The rows of a bucket as a run above its files.
     *
     * @param firstSequence above all that the bucket's files hold
     */
    public MemoryRun run(BucketId bucket, long firstSequence) {
        return new MemoryRun(
                Objects.requireNonNull(versions.get(bucket)).stream()
                        .map(batch -> VersionChunks.renumber(batch, firstSequence))
                        .toList(),
                shape,
                0);
    }
}
