package io.lakelog.storage.snapshot;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.index.IndexStore;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DeletedRows;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.manifest.ManifestStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the state of a table at a snapshot. The newest one read or committed is remembered, and a next one is made from it
 * by its delta alone. Thread-safe.
 */
public final class StateReader {
    private final ManifestStore manifests;
    private final IndexStore indexes;
    private final SnapshotStore snapshots;
    private final TableLayout layout;
    private volatile TableState remembered = TableState.EMPTY;

    public StateReader(ManifestStore manifests, IndexStore indexes, SnapshotStore snapshots, TableLayout layout) {
        this.manifests = manifests;
        this.indexes = indexes;
        this.snapshots = snapshots;
        this.layout = layout;
    }

    /** The newest state; one that expires while it is read was not the newest any more. */
    public TableState latest() {
        while (true) {
            OptionalLong id = snapshots.latestId();
            if (id.isEmpty()) {
                return TableState.EMPTY;
            }
            try {
                return at(snapshots.read(id.getAsLong()));
            } catch (LakelogException e) {
                if (snapshots.isThere(id.getAsLong()) || snapshots.latestId().orElse(0) <= id.getAsLong()) {
                    throw e;
                }
            }
        }
    }

    /** The state at a snapshot. */
    public TableState at(Snapshot snapshot) {
        TableState known = remembered;
        if (known.snapshot().isPresent() && known.snapshot().get().equals(snapshot)) {
            return known;
        }
        List<ManifestInfo> base = manifests.readList(snapshot.base());
        List<ManifestInfo> delta = manifests.readList(snapshot.delta());
        boolean follows = isPredecessor(known, snapshot);
        LiveFiles before = known.files();
        if (!follows) {
            before = LiveFiles.NONE.apply(entries(base), layout.root());
            checkPlaces(before.allEntries());
        }
        List<ManifestEntry> changed = entries(delta);
        checkPlaces(changed);
        List<ManifestInfo> all = new ArrayList<>(base);
        all.addAll(delta);
        TableState state = new TableState(
                Optional.of(snapshot),
                withDeletions(
                        before.apply(changed, layout.snapshotFile(snapshot.id())),
                        snapshot,
                        follows && known.snapshot().get().indexManifest() != null),
                List.copyOf(all));
        remember(state);
        return state;
    }

    /** Before any row is read: a file that cannot be read must not be found when others have given theirs. */
    private void checkPlaces(List<ManifestEntry> entries) {
        for (ManifestEntry entry : entries) {
            String elsewhere = entry.file().externalPath();
            if (entry.added() && elsewhere != null) {
                layout.external(elsewhere);
            }
        }
    }

    private LiveFiles withDeletions(LiveFiles files, Snapshot snapshot, boolean mayHaveOld) {
        if (snapshot.indexManifest() == null) {
            return mayHaveOld ? files.without(Map.of()) : files;
        }
        Map<BucketId, Map<String, DeletedRows>> deleted = indexes.deletedRows(snapshot.indexManifest());
        return deleted.isEmpty() && !mayHaveOld ? files : files.without(deleted);
    }

    /** Keeps a state that was just committed, if it is newer than the one kept. */
    public synchronized void remember(TableState state) {
        if (state.snapshotId() >= remembered.snapshotId()) {
            remembered = state;
        }
    }

    /** Snapshots before a dropped and recreated table's have the same ids: the file must still be the one known. */
    private boolean isPredecessor(TableState known, Snapshot snapshot) {
        return known.snapshot().isPresent()
                && known.snapshotId() == snapshot.id() - 1
                && snapshots.find(known.snapshotId()).equals(known.snapshot());
    }

    private List<ManifestEntry> entries(List<ManifestInfo> listed) {
        List<ManifestEntry> entries = new ArrayList<>();
        for (ManifestInfo info : listed) {
            for (ManifestEntry entry : manifests.readManifest(info)) {
                if (!entry.bucket().isPostponed()) {
                    entries.add(entry);
                }
            }
        }
        return entries;
    }
}
