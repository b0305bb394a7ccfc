package io.lakelog.storage.retention;

import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.Tag;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Expires snapshots, oldest first. What is read is in proportion to what goes: a file is needed by the snapshots from the
 * one that adds it to the one before that which removes it, so the deltas tell what nobody needs any more, and only tags
 * have to be asked.
 *
 * <p>First the snapshot files go, durably, then what only they led to: whatever happens in between, each snapshot that is
 * there can be read, and at worst some files are left that nothing leads to. Thread-safe; two expiries at once do no harm.
 */
public final class SnapshotExpiry {
    private final TableStores stores;
    private final NeededFiles needed;
    private final Outliving outliving;

    /** What becomes of the changelog of a snapshot that expires. */
    public enum Outliving {
        /** It goes too. */
        NONE,
        /** The changelog files stay. */
        CHANGELOG,
        /** The table has no changelog files; new rows stay as another engine streams them from the data files. */
        NEW_ROWS
    }

    public SnapshotExpiry(TableStores stores, Outliving outliving) {
        this.stores = stores;
        this.needed = new NeededFiles(stores);
        this.outliving = outliving;
    }

    /** Expires what a rule says; returns how many snapshots that were. */
    public int expire(RetentionRule rule) {
        OptionalLong earliest = stores.snapshots().earliestId();
        OptionalLong latest = stores.snapshots().latestId();
        if (earliest.isEmpty() || latest.isEmpty()) {
            return 0;
        }
        long end = rule.firstKept(
                earliest.getAsLong(),
                latest.getAsLong(),
                stores.consumers().leastNextSnapshot(),
                id -> stores.snapshots().find(id).stream()
                        .mapToLong(Snapshot::commitTimeMillis)
                        .findFirst());
        Optional<Snapshot> next = stores.snapshots().find(end);
        return next.isEmpty() ? 0 : expireBefore(earliest.getAsLong(), next.get());
    }

    private int expireBefore(long earliest, Snapshot next) {
        List<Snapshot> expired = new ArrayList<>();
        for (long id = earliest; id < next.id(); id++) {
            stores.snapshots().find(id).ifPresent(expired::add);
        }
        if (expired.isEmpty()) {
            return 0;
        }
        List<Tag> tags = stores.snapshots().tags().list();
        Set<String> gone = unneededBy(expired, next);
        gone.removeAll(neededByTags(tags, expired.get(0).id(), next.id()));
        if (outliving != Outliving.NONE) {
            expired.forEach(snapshot ->
                    stores.changelogs().create(snapshot.id(), stores.snapshots().bytes(snapshot.id())));
        }
        stores.snapshots().delete(expired);
        stores.snapshots().hintEarliest(next.id());
        // A tag made since the tags were read is there now, or its maker sees that the snapshot is not.
        List<Tag> later = stores.snapshots().tags().list();
        if (!later.equals(tags)) {
            gone.removeAll(neededByTags(later, expired.get(0).id(), next.id()));
        }
        if (outliving != Outliving.NONE) {
            stores.changelogs()
                    .hint(
                            stores.changelogs()
                                    .earliestId()
                                    .orElse(expired.get(0).id()),
                            expired.get(expired.size() - 1).id());
        }
        Removal.remove(stores.files(), gone);
        return expired.size();
    }

    /** The files that the expired snapshots need and the next one does not. */
    private Set<String> unneededBy(List<Snapshot> expired, Snapshot next) {
        Set<String> gone = new LinkedHashSet<>();
        boolean gap = false;
        for (int i = 0; i < expired.size(); i++) {
            Snapshot snapshot = expired.get(i);
            Snapshot after = i + 1 < expired.size() ? expired.get(i + 1) : next;
            if (after.id() == snapshot.id() + 1) {
                removedBy(after, gone);
            } else {
                // What the missing snapshots removed cannot be read any more.
                needed.addData(snapshot, gone);
                gap = true;
            }
        }
        if (gap) {
            Set<String> alive = new LinkedHashSet<>();
            needed.addData(next, alive);
            gone.removeAll(alive);
        }
        if (outliving != Outliving.NEW_ROWS) {
            Set<String> metadata = new LinkedHashSet<>();
            expired.forEach(snapshot -> needed.addMetadata(snapshot, metadata));
            Set<String> kept = new LinkedHashSet<>();
            needed.addMetadata(next, kept);
            metadata.removeAll(kept);
            gone.addAll(metadata);
        }
        if (outliving == Outliving.NONE) {
            expired.forEach(snapshot -> needed.addChangelog(snapshot, gone));
        }
        return gone;
    }

    /** A file that is removed and added by one snapshot has moved to another level, and stays. */
    private void removedBy(Snapshot snapshot, Set<String> gone) {
        for (ManifestEntry entry : needed.entries(snapshot.delta())) {
            if (entry.added()) {
                gone.removeAll(needed.paths(entry));
            } else if (outliving != Outliving.NEW_ROWS || entry.isCompacted()) {
                needed.addPaths(entry, gone);
            }
        }
    }

    /**
     * What is needed by tags of the snapshots from {@code first} to before {@code end}, and by the one before them: of all
     * earlier tags' files that still matter, this one has them too.
     */
    private Set<String> neededByTags(List<Tag> tags, long first, long end) {
        Set<String> kept = new LinkedHashSet<>();
        Snapshot before = null;
        for (Tag tag : tags) {
            if (tag.snapshot().id() < first) {
                before = tag.snapshot();
            } else if (tag.snapshot().id() < end) {
                keep(tag.snapshot(), kept);
            }
        }
        if (before != null) {
            keep(before, kept);
        }
        return kept;
    }

    private void keep(Snapshot snapshot, Set<String> kept) {
        needed.addData(snapshot, kept);
        needed.addMetadata(snapshot, kept);
    }
}
