package io.lakelog.storage;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.snapshot.TableState;
import java.util.Optional;
import java.util.Set;

/** A write as {@link WriteCommits} sees it: finished once, then prepared as often as other writers come first. */
interface PublishedWrite extends TableWrite {
    LakeTable table();

    /** Whether another writer's commit can be in the way of this one. */
    boolean dependsOnState();

    /** Takes no more rows; false if there is nothing to commit. */
    boolean finish();

    /** Buckets whose runs must not become too many by this write; known once it is finished. */
    Set<BucketId> crowdedBuckets();

    /**
     * Writes all files of the commit for the newest state.
     *
     * @return empty if there is nothing to publish
     * @throws io.lakelog.storage.error.LakelogException CONFLICT if the rows were computed from another state
     */
    Optional<TableCommit.Prepared> prepare();

    /** What follows when the rows are committed. */
    void afterCommit(TableState committed);
}
