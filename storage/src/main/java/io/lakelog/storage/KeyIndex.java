package io.lakelog.storage;

import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.TableState;
import io.lakelog.storage.write.KeyHomes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * In which partition each key of a table lives whose keys span partitions, bucket number by bucket number. It is read from
 * the data when a bucket number is first written, carried on by the commits of this process, and read again when somebody
 * else has committed. Used under the table's commit lock, by the threads of one commit at once.
 */
final class KeyIndex {
    /** At most this part of the memory is used to remember keys; beyond it, partitions are asked. */
    private static final int MEMORY_SHARE = 8;

    private final SnapshotStore snapshots;
    private final long memoryBytesMax;
    private final Map<Integer, KeyHomes> homes = new ConcurrentHashMap<>();
    private long snapshotId = -1;

    KeyIndex(SnapshotStore snapshots, long memoryBytes) {
        this.snapshots = snapshots;
        this.memoryBytesMax = memoryBytes / MEMORY_SHARE;
    }

    /** From now on keys are where they are at this state. */
    void moveTo(TableState state) {
        if (state.snapshotId() != snapshotId) {
            if (SnapshotFacts.changedSince(snapshotId, state, snapshots)) {
                homes.clear();
            }
            snapshotId = state.snapshotId();
        }
    }

    /**
     * Where the keys of a bucket number live at the state moved to.
     *
     * @param live the files of that number, by partition
     * @param read finds them in the data
     * @return null if there are too many to remember
     */
    @Nullable
    KeyHomes of(int bucket, Map<BinaryRow, List<DataFileMeta>> live, Supplier<KeyHomes> read) {
        KeyHomes known = homes.get(bucket);
        if (known != null) {
            return known;
        }
        long rows = live.values().stream()
                .flatMap(List::stream)
                .mapToLong(DataFileMeta::rowCount)
                .sum();
        long remembered =
                homes.values().stream().mapToLong(KeyHomes::memoryBytes).sum();
        if (remembered + rows * KeyHomes.BYTES_EACH > memoryBytesMax) {
            return null;
        }
        KeyHomes found = read.get();
        homes.put(bucket, found);
        return found;
    }

    /** A commit of this process made a state out of the one moved to. */
    void advance(TableState committed, Map<Integer, KeyHomes.Changes> changes) {
        if (committed.snapshotId() != snapshotId + 1) {
            moveTo(committed);
            return;
        }
        new HashMap<>(changes).forEach((bucket, moved) -> {
            KeyHomes known = homes.get(bucket);
            if (known != null) {
                moved.applyTo(known);
                if (known.memoryBytes() > memoryBytesMax) {
                    homes.remove(bucket);
                }
            }
        });
        snapshotId = committed.snapshotId();
    }
}
