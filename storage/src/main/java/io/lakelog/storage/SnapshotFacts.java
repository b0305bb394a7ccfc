package io.lakelog.storage;

import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

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

    /** What is told of all snapshots that there are, oldest first. */
    static List<SnapshotInfo> all(SnapshotStore snapshots) {
        OptionalLong earliest = snapshots.earliestId();
        OptionalLong latest = snapshots.latestId();
        List<SnapshotInfo> all = new ArrayList<>();
        if (earliest.isPresent() && latest.isPresent()) {
            for (long id = earliest.getAsLong(); id <= latest.getAsLong(); id++) {
                snapshots.find(id).ifPresent(snapshot -> all.add(of(snapshot)));
            }
        }
        return all;
    }
}
