package io.lakelog.storage.manifest;

import java.util.List;

/**
 * What a write or a compaction did to one bucket: plain values, handed to the committer. Immutable.
 *
 * @param totalBuckets the bucket count of the partition
 * @param removed files no longer alive
 * @param added files now alive; one that moved to another level is in both lists
 * @param changelog changelog files, in the order in which they are read
 */
public record BucketChanges(
        BucketId bucket,
        int totalBuckets,
        List<DataFileMeta> removed,
        List<DataFileMeta> added,
        List<DataFileMeta> changelog) {
    public BucketChanges {
        removed = List.copyOf(removed);
        added = List.copyOf(added);
        changelog = List.copyOf(changelog);
    }

    public boolean isEmpty() {
        return removed.isEmpty() && added.isEmpty() && changelog.isEmpty();
    }
}
