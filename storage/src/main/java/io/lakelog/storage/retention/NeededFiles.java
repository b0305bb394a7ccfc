package io.lakelog.storage.retention;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.index.IndexEntry;
import io.lakelog.storage.manifest.ListedManifests;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which files a snapshot leads to, as paths, read from its metadata. Thread-safe. */
final class NeededFiles {
    private final TableStores stores;

    NeededFiles(TableStores stores) {
        this.stores = stores;
    }

    /** Adds the data files alive at a snapshot. */
    void addData(Snapshot snapshot, Collection<String> paths) {
        List<ManifestEntry> entries = new ArrayList<>(entries(snapshot.base()));
        entries.addAll(entries(snapshot.delta()));
        String source = stores.layout().snapshotFile(snapshot.id());
        for (ManifestEntry entry : LiveFiles.NONE.apply(entries, source).allEntries()) {
            addPaths(entry, paths);
        }
    }

    /**
     * Adds the manifest lists and manifests that describe a snapshot's state, its index manifest and the files that this
     * names, and its statistics.
     */
    void addMetadata(Snapshot snapshot, Collection<String> paths) {
        addManifests(snapshot.base(), paths);
        addManifests(snapshot.delta(), paths);
        if (snapshot.indexManifest() != null) {
            addIndex(snapshot.indexManifest(), paths);
        }
        if (snapshot.statistics() != null) {
            paths.add(stores.layout().statisticsDirectory() + "/" + snapshot.statistics());
        }
    }

    /** Adds the changelog files of a snapshot, and the manifests that lead to them. */
    void addChangelog(Snapshot snapshot, Collection<String> paths) {
        ListedManifests changelog = snapshot.changelog();
        if (changelog != null) {
            addManifests(changelog, paths);
            entries(changelog).forEach(entry -> addPaths(entry, paths));
        }
    }

    private void addIndex(String manifest, Collection<String> paths) {
        paths.add(stores.layout().manifest(manifest));
        for (IndexEntry entry : stores.indexes().readManifest(manifest)) {
            if (entry.externalPath() != null) {
                throw outside(entry.externalPath());
            }
            paths.add(stores.layout().indexFile(entry.fileName()));
        }
    }

    private static LakelogException outside(String path) {
        return LakelogException.unsupported(
                "file " + path + " lies outside its table; expiry is not supported yet for such tables");
    }

    /** Adds a list and the manifests that it names. */
    void addManifests(ListedManifests list, Collection<String> paths) {
        paths.add(stores.layout().manifest(list.name()));
        for (ManifestInfo info : stores.manifests().readList(list)) {
            paths.add(stores.layout().manifest(info.name()));
        }
    }

    /** The entries that a list leads to, in order; none for no list. */
    List<ManifestEntry> entries(@Nullable ListedManifests list) {
        List<ManifestEntry> entries = new ArrayList<>();
        if (list != null) {
            for (ManifestInfo info : stores.manifests().readList(list)) {
                entries.addAll(stores.manifests().readManifest(info));
            }
        }
        return entries;
    }

    /** Whether a list is still there. */
    boolean exists(ListedManifests list) {
        return exists(list.name());
    }

    /** As {@link #entries}, of those manifests that are still there: what an expired state leads to may be gone in part. */
    List<ManifestEntry> entriesLeft(ListedManifests list) {
        List<ManifestEntry> entries = new ArrayList<>();
        if (exists(list)) {
            for (ManifestInfo info : stores.manifests().readList(list)) {
                if (exists(info.name())) {
                    entries.addAll(stores.manifests().readManifest(info));
                }
            }
        }
        return entries;
    }

    /** Adds what {@link #addMetadata} does, but for statistics, so far as it is still there. */
    void addMetadataLeft(Snapshot expired, Collection<String> paths) {
        for (ListedManifests list : List.of(expired.base(), expired.delta())) {
            if (exists(list)) {
                addManifests(list, paths);
            }
        }
        if (expired.indexManifest() != null && exists(expired.indexManifest())) {
            addIndex(expired.indexManifest(), paths);
        }
    }

    private boolean exists(String name) {
        String path = stores.layout().manifest(name);
        try {
            return stores.files().exists(path);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + path, e);
        }
    }

    /** Adds a file and those that lie beside it. */
    void addPaths(ManifestEntry entry, Collection<String> paths) {
        paths.addAll(paths(entry));
    }

    /** The path of a file, and of those that lie beside it. */
    Set<String> paths(ManifestEntry entry) {
        if (entry.file().externalPath() != null) {
            throw outside(entry.file().externalPath());
        }
        String directory = stores.layout()
                .bucketDirectory(
                        stores.partitions().path(entry.bucket().partition()),
                        entry.bucket().bucket());
        Set<String> paths = new LinkedHashSet<>();
        paths.add(directory + "/" + entry.file().name());
        entry.file().extraFiles().forEach(extra -> paths.add(directory + "/" + extra));
        return paths;
    }
}
