package io.lakelog.storage.retention;

import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.snapshot.LiveFiles;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.Tag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Removes tags, and what only they kept. A file that a tag keeps and nobody else needs is needed neither by the tag before
 * nor by whatever comes after, another tag or the oldest snapshot. Thread-safe.
 */
public final class TagRemoval {
    private final TableStores stores;
    private final NeededFiles needed;

    public TagRemoval(TableStores stores) {
        this.stores = stores;
        this.needed = new NeededFiles(stores);
    }

    /** Removes a tag; INVALID_RANGE naming the near match if there is none. */
    public void remove(String name) {
        Tag tag = stores.snapshots().tags().read(name);
        stores.snapshots().tags().delete(name);
        release(tag.snapshot());
    }

    /** Removes what a state needed alone that a tag does not keep any more. */
    public void release(Snapshot state) {
        List<Tag> others = stores.snapshots().tags().list();
        boolean kept = stores.snapshots().find(state.id()).isPresent()
                || others.stream().anyMatch(other -> other.snapshot().id() == state.id());
        if (kept) {
            return;
        }
        Set<String> gone = new LinkedHashSet<>();
        needed.addData(state, gone);
        needed.addMetadata(state, gone);
        Snapshot left = null;
        Snapshot right = stores.snapshots().earliestId().isPresent()
                ? stores.snapshots().read(stores.snapshots().earliestId().getAsLong())
                : null;
        for (Tag other : others) {
            Snapshot snapshot = other.snapshot();
            if (snapshot.id() < state.id()) {
                left = snapshot;
            } else if (right == null || snapshot.id() < right.id()) {
                right = snapshot;
            }
        }
        Set<String> stay = new LinkedHashSet<>();
        for (Snapshot neighbour : new Snapshot[] {left, right}) {
            if (neighbour != null) {
                needed.addData(neighbour, stay);
                needed.addMetadata(neighbour, stay);
            }
        }
        gone.removeAll(stay);
        keepForChangelogs(state, gone);
        Removal.remove(stores.files(), gone);
    }

    /** Where new rows outlive their snapshots, the changelogs' expiry removes them and their manifests. */
    private void keepForChangelogs(Snapshot state, Set<String> gone) {
        OptionalLong earliest = stores.changelogs().earliestId();
        if (!stores.newRowsOutlive() || earliest.isEmpty()) {
            return;
        }
        Snapshot changelog = stores.changelogs()
                .find(Math.max(earliest.getAsLong(), state.id()))
                .orElse(null);
        if (changelog == null || !needed.exists(changelog.base())) {
            return;
        }
        Set<String> kept = new LinkedHashSet<>();
        needed.addMetadata(changelog, kept);
        // What is removed by this changelog or a later one goes with that.
        List<ManifestEntry> entries = new ArrayList<>(needed.entries(changelog.base()));
        if (changelog.id() == state.id()) {
            entries.addAll(needed.entries(changelog.delta()));
        }
        for (ManifestEntry entry :
                LiveFiles.NONE.apply(entries, "changelog " + changelog.id()).allEntries()) {
            if (!entry.isCompacted()) {
                needed.addPaths(entry, kept);
            }
        }
        gone.removeAll(kept);
    }
}
