package io.lakelog.storage.manifest;

import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.row.BinaryRow;

/** A bucket of a partition: one LSM tree. */
public record BucketId(BinaryRow partition, int bucket) {
    /** Whether nobody reads its rows yet. */
    public boolean isPostponed() {
        return bucket == TableLayout.POSTPONED_BUCKET;
    }
}
