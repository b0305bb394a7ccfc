package io.lakelog.storage;

import io.lakelog.storage.compact.RunSize;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.snapshot.TableState;
import java.util.Collection;

/** How many sorted runs a bucket may have before its writers wait ({@code num-sorted-run.stop-trigger}). */
final class RunLimit {
    private RunLimit() {}

    /** Whether one of some buckets has as many runs as it may. */
    static boolean isReached(LakeTable table, Collection<BucketId> buckets) {
        int limit = table.options().compaction().stopTrigger();
        TableState state = table.files().states.latest();
        return buckets.stream()
                .anyMatch(bucket -> RunSize.ofFiles(state.files().files(bucket)).size() >= limit);
    }

    /** What a writer is told when the compaction that it waited for failed. */
    static LakelogException failed(LakeTable table, RuntimeException cause) {
        ErrorCode code = cause instanceof LakelogException known ? known.code() : ErrorCode.INTERNAL;
        return new LakelogException(
                code,
                "table " + table.name() + " has buckets with as many sorted runs as 'num-sorted-run.stop-trigger' = "
                        + table.options().compaction().stopTrigger()
                        + " lets there be, and merging them failed: " + cause.getMessage(),
                cause);
    }
}
