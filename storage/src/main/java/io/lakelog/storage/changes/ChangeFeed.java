package io.lakelog.storage.changes;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.lsm.BucketReader;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.snapshot.ChangelogStore;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The changes of snapshots {@code from} to {@code to}, snapshot by snapshot. Every batch: kind, snapshot id, change number
 * within the snapshot, commit time in microseconds, then the wanted columns. Not thread-safe.
 */
public final class ChangeFeed implements BatchSource {
    private final Sources sources;
    private final int[] columns;
    private final long to;
    private long nextSnapshot;
    private @Nullable Snapshot current;
    private BatchSource changes = BatchSource.empty();
    private final ChangeNumbers numbers = new ChangeNumbers();

    /** Where a feed reads. */
    public record Sources(
            SnapshotStore snapshots,
            ChangelogStore changelogs,
            ManifestStore manifests,
            BucketReader reader,
            StateChanges computed) {

        /** The changelog files of a snapshot in the order of their manifests, which never changes; none if it has none. */
        List<ManifestEntry> changelogFiles(Snapshot snapshot) {
            List<ManifestEntry> told = new ArrayList<>();
            if (snapshot.changelog() != null) {
                for (ManifestInfo manifest : manifests.readList(snapshot.changelog())) {
                    manifests.readManifest(manifest).stream()
                            .filter(entry -> !entry.bucket().isPostponed())
                            .forEach(told::add);
                }
            }
            return told;
        }
    }

    /**
     * @param columns positions in the table's row type
     * @param from first snapshot, which exists unless the range is empty
     * @param to last snapshot
     */
    public ChangeFeed(Sources sources, int[] columns, long from, long to) {
        this.sources = sources;
        this.columns = columns;
        this.nextSnapshot = from;
        this.to = to;
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            Batch batch = changes.next();
            Snapshot snapshot = current;
            if (batch != null && snapshot != null) {
                return numbers.number(batch, snapshot);
            }
            changes.close();
            changes = BatchSource.empty();
            if (nextSnapshot > to) {
                return null;
            }
            long id = nextSnapshot++;
            Optional<Snapshot> state = sources.snapshots().find(id);
            snapshot = state.or(() -> sources.changelogs().find(id)).orElseThrow(() -> expired(id));
            current = snapshot;
            numbers.restart();
            changes = snapshot.changelog() != null
                    ? materialised(snapshot)
                    : state.isPresent()
                            ? sources.computed().of(snapshot, columns)
                            : sources.computed().ofExpired(snapshot);
        }
    }

    /**
     * The snapshot whose changes are read now, if it is not kept any more, or the one before it if it takes that to compute
     * them.
     */
    public OptionalLong gone() {
        Snapshot snapshot = current;
        if (snapshot == null) {
            return OptionalLong.empty();
        }
        boolean told = snapshot.changelog() != null;
        boolean kept = sources.snapshots().isThere(snapshot.id())
                || (told && sources.changelogs().find(snapshot.id()).isPresent());
        if (!kept) {
            return OptionalLong.of(snapshot.id());
        }
        return told || snapshot.id() == 1 || sources.snapshots().isThere(snapshot.id() - 1)
                ? OptionalLong.empty()
                : OptionalLong.of(snapshot.id() - 1);
    }

    private static LakelogException expired(long id) {
        return new LakelogException(
                ErrorCode.INVALID_RANGE,
                "the changes of snapshot " + id
                        + " have expired; read from a later snapshot, or the net changes since a"
                        + " state that is still there");
    }

    private BatchSource materialised(Snapshot snapshot) {
        BucketParts parts = new BucketParts(sources.reader().shape(), columns);
        for (ManifestEntry entry : sources.changelogFiles(snapshot)) {
            parts.add(
                    entry.bucket(),
                    read -> sources.reader().fileReader().readKeyValues(entry.bucket(), entry.file(), read, null));
        }
        return parts.open(false);
    }

    @Override
    public void close() {
        nextSnapshot = to + 1;
        changes.close();
        changes = BatchSource.empty();
    }
}
