package io.lakelog.storage.snapshot;

import io.lakelog.storage.manifest.ManifestInfo;
import java.util.List;
import java.util.Optional;

/**
 * A table at one snapshot. Immutable.
 *
 * @param snapshot empty before the first commit
 * @param files the data files alive
 * @param manifests all manifests that lead to them: what the next snapshot's base list names
 */
public record TableState(Optional<Snapshot> snapshot, LiveFiles files, List<ManifestInfo> manifests) {
    /** Before the first commit. */
    public static final TableState EMPTY = new TableState(Optional.empty(), LiveFiles.NONE, List.of());

    /** The snapshot's id; 0 before the first. */
    public long snapshotId() {
        return snapshot.map(Snapshot::id).orElse(0L);
    }
}
