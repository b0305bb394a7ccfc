package io.lakelog.storage.manifest;

import io.lakelog.storage.row.BinaryRow;

/** A bucket of a partition: one LSM tree. */
public record BucketId(BinaryRow partition, int bucket) {
    /** Number of the bucket whose rows wait until a compaction puts them into buckets proper: nobody reads them before. */
    public static final int POSTPONED = -2;

    public boolean isPostponed() {
        return bucket == POSTPONED;
    }
}
