package io.lakelog.storage.retention;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.Tag;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Files that nothing leads to: what was left of commits and expiries that were cut off. Young ones may belong to a commit
 * that is under way, and are left alone. Thread-safe.
 */
public final class OrphanFiles {
    private static final Set<String> SINGLE_FILES = Set.of("LATEST", "EARLIEST");

    private final TableStores stores;
    private final NeededFiles needed;

    public OrphanFiles(TableStores stores) {
        this.stores = stores;
        this.needed = new NeededFiles(stores);
    }

    /** The paths of orphans last written before a moment, sorted. */
    public List<String> find(long olderThanMillis) {
        checkNoBranches();
        // Files first: what is committed later than this is not among them, or is seen to be needed.
        Set<String> old = new TreeSet<>();
        collect(stores.layout().root(), olderThanMillis, old);
        if (!old.isEmpty()) {
            old.removeAll(reachable());
        }
        return List.copyOf(old);
    }

    /** Removes files found before. */
    public void remove(List<String> orphans) {
        Removal.remove(stores.files(), orphans);
    }

    private void checkNoBranches() {
        if (!list(stores.layout().branchDirectory()).isEmpty()) {
            throw LakelogException.unsupported(stores.layout().root()
                    + " has branches; removing orphan files is not supported yet for such tables");
        }
    }

    private void collect(String root, long olderThanMillis, Set<String> files) {
        for (FileSystem.Entry entry : list(root)) {
            String path = root + "/" + entry.name();
            if (!entry.directory()) {
                continue;
            }
            if (path.equals(stores.layout().manifestDirectory())
                    || path.equals(stores.layout().statisticsDirectory())
                    || path.equals(stores.layout().indexDirectory())
                    || entry.name().startsWith("bucket-")) {
                collectFiles(path, olderThanMillis, false, files);
            } else if (path.equals(stores.layout().snapshotDirectory())
                    || path.equals(stores.layout().changelogDirectory())
                    || path.equals(stores.layout().schemaDirectory())
                    || path.equals(stores.layout().tagDirectory())
                    || path.equals(stores.layout().consumerDirectory())) {
                collectFiles(path, olderThanMillis, true, files);
            } else if (entry.name().contains("=")) {
                collect(path, olderThanMillis, files);
            }
        }
    }

    /** @param onlyTemporary whether only files that were never given their name count, which start with a dot */
    private void collectFiles(String directory, long olderThanMillis, boolean onlyTemporary, Set<String> files) {
        for (FileSystem.Entry entry : list(directory)) {
            boolean candidate = !entry.directory()
                    && !SINGLE_FILES.contains(entry.name())
                    && (!onlyTemporary
                            || entry.name().startsWith(".") && entry.name().endsWith(".tmp"));
            if (candidate && entry.modifiedMillis() < olderThanMillis) {
                files.add(directory + "/" + entry.name());
            }
        }
    }

    private List<FileSystem.Entry> list(String directory) {
        try {
            return stores.files().list(directory);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot list " + directory, e);
        }
    }

    /** All files that some snapshot, tag or changelog leads to. */
    private Set<String> reachable() {
        Set<String> reachable = new TreeSet<>();
        addSnapshots(reachable);
        for (Tag tag : stores.snapshots().tags().list()) {
            addState(tag.snapshot(), reachable);
        }
        for (long id : stores.changelogs().list()) {
            stores.changelogs().find(id).ifPresent(changelog -> addChangelog(changelog, reachable));
        }
        return reachable;
    }

    /** Each snapshot has the files of the one before and those that it adds. */
    private void addSnapshots(Set<String> reachable) {
        OptionalLong earliest = stores.snapshots().earliestId();
        long latest = stores.snapshots().latestId().orElse(0);
        long known = -1;
        for (long id = earliest.orElse(1); id <= latest; id++) {
            Optional<Snapshot> found = stores.snapshots().find(id);
            if (found.isEmpty()) {
                continue;
            }
            Snapshot snapshot = found.get();
            if (known != id - 1) {
                addState(snapshot, reachable);
                if (stores.newRowsOutlive()) {
                    addRemoved(snapshot, reachable);
                }
            } else {
                needed.addMetadata(snapshot, reachable);
                needed.entries(snapshot.delta()).stream()
                        .filter(ManifestEntry::added)
                        .forEach(entry -> needed.addPaths(entry, reachable));
            }
            needed.addChangelog(snapshot, reachable);
            known = id;
        }
    }

    private void addState(Snapshot state, Set<String> reachable) {
        needed.addData(state, reachable);
        needed.addMetadata(state, reachable);
    }

    private void addChangelog(Snapshot changelog, Set<String> reachable) {
        if (changelog.changelog() != null) {
            needed.addChangelog(changelog, reachable);
        } else if (needed.exists(changelog.delta())) {
            needed.addMetadataLeft(changelog, reachable);
            addRemoved(changelog, reachable);
        }
    }

    /** Where new rows outlive their snapshots, those that one removed go with its changelog only. */
    private void addRemoved(Snapshot snapshot, Set<String> reachable) {
        for (ManifestEntry entry : needed.entriesLeft(snapshot.delta())) {
            if (!entry.isCompacted()) {
                needed.addPaths(entry, reachable);
            }
        }
    }
}
