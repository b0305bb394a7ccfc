package io.lakelog.storage.commit;

import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.schema.ManifestOptions;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps the manifests of a table few: small ones become one, and in time what was added and removed again is left out, so
 * that opening a table costs what it holds, not what it went through.
 */
record ManifestMerge(ManifestStore manifests, ManifestOptions options, long schemaId, PendingFiles pending) {
    /** The manifests of a state, with the same files alive. */
    List<ManifestInfo> of(TableState state) {
        List<ManifestInfo> before = state.manifests();
        if (ManifestGroups.isFull(before, options)) {
            return seenThrough(state);
        }
        List<ManifestInfo> after = new ArrayList<>();
        for (List<ManifestInfo> group : ManifestGroups.of(before, options)) {
            if (group.size() == 1) {
                after.addAll(group);
            } else {
                after.addAll(write(merged(group), group));
            }
        }
        return after;
    }

    /** Only those stay that are large and all of whose files are alive. */
    private List<ManifestInfo> seenThrough(TableState state) {
        Map<ManifestEntry.Identity, ManifestEntry> left = new LinkedHashMap<>();
        state.files().allEntries().forEach(entry -> left.put(entry.identity(), entry));
        List<ManifestInfo> kept = new ArrayList<>();
        List<ManifestInfo> rewritten = new ArrayList<>();
        for (ManifestInfo manifest : state.manifests()) {
            Set<ManifestEntry.Identity> files = ManifestGroups.mustChange(manifest, options)
                    ? Set.of()
                    : new HashSet<>(manifests.readManifest(manifest).stream()
                            .map(ManifestEntry::identity)
                            .toList());
            if (!files.isEmpty() && left.keySet().containsAll(files)) {
                left.keySet().removeAll(files);
                kept.add(manifest);
            } else {
                rewritten.add(manifest);
            }
        }
        if (rewritten.size() < 2) {
            return state.manifests();
        }
        kept.addAll(write(List.copyOf(left.values()), rewritten));
        return kept;
    }

    /** What the entries of some manifests come to: a file that is added and removed again leaves no trace. */
    private List<ManifestEntry> merged(List<ManifestInfo> group) {
        Map<ManifestEntry.Identity, ManifestEntry> removed = new LinkedHashMap<>();
        Map<ManifestEntry.Identity, ManifestEntry> added = new LinkedHashMap<>();
        for (ManifestInfo manifest : group) {
            for (ManifestEntry entry : manifests.readManifest(manifest)) {
                if (entry.added()) {
                    added.put(entry.identity(), entry);
                } else if (added.remove(entry.identity()) == null) {
                    removed.put(entry.identity(), entry);
                }
            }
        }
        List<ManifestEntry> entries = new ArrayList<>(removed.values());
        entries.addAll(added.values());
        return entries;
    }

    /** Cut so that manifests rather exceed the target size, as far as the old ones tell how large an entry is. */
    private List<ManifestInfo> write(List<ManifestEntry> entries, List<ManifestInfo> old) {
        long bytes = 0;
        long count = 0;
        for (ManifestInfo manifest : old) {
            bytes += manifest.sizeBytes();
            count += manifest.addedFiles() + manifest.deletedFiles();
        }
        double atMost = 1.5 * options.targetBytes() * count / Math.max(1, bytes);
        return manifests.writeManifests(entries, (int) Math.max(1, Math.min(atMost, 1 << 24)), schemaId, pending);
    }
}
