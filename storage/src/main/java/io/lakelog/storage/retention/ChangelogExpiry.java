package io.lakelog.storage.retention;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.Tag;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** Expires changelogs that outlived their snapshots, oldest first. Thread-safe; two expiries at once do no harm. */
public final class ChangelogExpiry {
    private final TableStores stores;
    private final NeededFiles needed;

    public ChangelogExpiry(TableStores stores) {
        this.stores = stores;
        this.needed = new NeededFiles(stores);
    }

    /** Expires what a rule says; the newest of them stays, for other engines. Returns how many went. */
    public int expire(RetentionRule rule) {
        OptionalLong earliest = stores.changelogs().earliestId();
        OptionalLong latest = stores.snapshots().latestId();
        if (earliest.isEmpty() || latest.isEmpty()) {
            return 0;
        }
        long end = rule.firstKept(
                earliest.getAsLong(),
                latest.getAsLong(),
                stores.consumers().leastNextSnapshot(),
                id -> stores.changelogs().find(id).stream()
                        .mapToLong(Snapshot::commitTimeMillis)
                        .findFirst());
        if (end <= earliest.getAsLong()) {
            return 0;
        }
        long[] ids = stores.changelogs().list();
        long newest = ids[ids.length - 1];
        return expire(
                Arrays.stream(ids).filter(id -> id < Math.min(end, newest)).toArray());
    }

    /** Expires all of them: where changes are no longer kept longer than snapshots. Returns how many went. */
    public int expireAll() {
        return stores.changelogs().earliestId().isEmpty()
                ? 0
                : expire(stores.changelogs().list());
    }

    private int expire(long[] ids) {
        List<Snapshot> expired = new ArrayList<>();
        for (long id : ids) {
            stores.changelogs().find(id).ifPresent(expired::add);
        }
        if (expired.isEmpty()) {
            return 0;
        }
        Set<String> gone = new LinkedHashSet<>();
        boolean newRows = false;
        for (Snapshot changelog : expired) {
            if (changelog.changelog() != null) {
                needed.addChangelog(changelog, gone);
            } else if (needed.exists(changelog.delta())) {
                newRows = true;
                addNewRows(changelog, gone);
            }
        }
        if (newRows) {
            gone.removeAll(stillNeeded(expired.get(expired.size() - 1).id()));
        }
        expired.forEach(changelog -> stores.changelogs().delete(changelog.id()));
        hint();
        Removal.remove(stores.files(), gone);
        return expired.size();
    }

    private void hint() {
        long[] left = stores.changelogs().list();
        try {
            if (left.length > 0) {
                stores.changelogs().hint(left[0], left[left.length - 1]);
            } else {
                stores.files().delete(stores.layout().earliestChangelogHint());
                stores.files().delete(stores.layout().latestChangelogHint());
            }
        } catch (IOException e) {
            throw new LakelogException(
                    ErrorCode.IO, "cannot write hints of " + stores.layout().root(), e);
        }
    }

    /** Of a table without changelog files: the data files that this snapshot removed, and its state's manifests. */
    private void addNewRows(Snapshot changelog, Set<String> gone) {
        for (ManifestEntry entry : needed.entriesLeft(changelog.delta())) {
            if (entry.added()) {
                gone.removeAll(needed.paths(entry));
            } else {
                needed.addPaths(entry, gone);
            }
        }
        needed.addMetadataLeft(changelog, gone);
    }

    private Set<String> stillNeeded(long lastExpired) {
        Set<String> kept = new LinkedHashSet<>();
        List<Snapshot> states = new ArrayList<>();
        stores.snapshots().tags().list().stream().map(Tag::snapshot).forEach(states::add);
        stores.snapshots()
                .earliestId()
                .ifPresent(id -> states.add(stores.snapshots().read(id)));
        for (Snapshot state : states) {
            needed.addData(state, kept);
            needed.addMetadata(state, kept);
        }
        stores.changelogs().find(lastExpired + 1).ifPresent(next -> needed.addMetadataLeft(next, kept));
        return kept;
    }
}
