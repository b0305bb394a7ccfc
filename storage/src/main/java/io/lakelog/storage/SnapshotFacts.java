package io.lakelog.storage;

import io.lakelog.storage.snapshot.Snapshot;

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
}
