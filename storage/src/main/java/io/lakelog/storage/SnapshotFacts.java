package io.lakelog.storage;

import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.TableState;
import java.util.Optional;

/** A snapshot file as users may know it. Pure. */
final class SnapshotFacts {
    private SnapshotFacts() {}

    static SnapshotInfo of(Snapshot snapshot) {
        return new SnapshotInfo(
                snapshot.id(),
                snapshot.schemaId(),
                snapshot.commitUser(),
                snapshot.commitIdentifier(),
                snapshot.commitKind().name(),
                snapshot.commitTimeMillis(),
                snapshot.base().name(),
                snapshot.delta().name(),
                snapshot.changelog() == null ? null : snapshot.changelog().name(),
                snapshot.totalRecordCount(),
                snapshot.deltaRecordCount(),
                snapshot.changelogRecordCount());
    }

    /** Whether rows have changed since a snapshot: compactions change none. */
    static boolean changedSince(long snapshotId, TableState base, SnapshotStore snapshots) {
        Optional<Snapshot> snapshot = base.snapshot();
        while (snapshot.isPresent()
                && snapshot.get().id() > snapshotId
                && snapshot.get().commitKind() == Snapshot.CommitKind.COMPACT) {
            snapshot = snapshots.find(snapshot.get().id() - 1);
        }
        return snapshotId != snapshot.map(Snapshot::id).orElse(0L);
    }
}
