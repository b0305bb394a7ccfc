package io.lakelog.storage.commit;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketChanges;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ListedManifests;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.schema.ManifestOptions;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.SnapshotStore;
import io.lakelog.storage.snapshot.TableState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Publishes changes as the snapshot after a given state. In order: data files (written and synced by others), manifests,
 * manifest lists, the names of all of them, and then the snapshot, which appears whole or not at all. Thread-safe.
 */
public final class Committer {
    private final Environment environment;
    private final ManifestStore manifests;
    private final SnapshotStore snapshots;
    private final String commitUser;
    private final ManifestOptions manifestOptions;

    /**
     * @param commitUser who commits, in every snapshot
     * @param manifestOptions when manifests are rewritten
     */
    public Committer(
            Environment environment,
            ManifestStore manifests,
            SnapshotStore snapshots,
            String commitUser,
            ManifestOptions manifestOptions) {
        this.environment = environment;
        this.manifests = manifests;
        this.snapshots = snapshots;
        this.commitUser = commitUser;
        this.manifestOptions = manifestOptions;
    }

    /**
     * What a commit is besides its files.
     *
     * @param announces whether the snapshot has a changelog even if it is empty: all changes so far are told then
     * @param schemaId the newest schema
     * @param indexManifest lists all index files alive after it; null for none
     */
    public record Occasion(
            Snapshot.CommitKind kind,
            boolean announces,
            long schemaId,
            @Nullable String indexManifest) {}

    /**
     * A snapshot that needs only to appear: all its files are written and synced.
     *
     * @param state the table as it will be
     */
    public record Prepared(Snapshot snapshot, TableState state) {}

    /**
     * Lets a prepared snapshot appear.
     *
     * @return the new state, or empty if another writer committed first and nothing is published; the caller then
     *     discards the pending files
     */
    public Optional<TableState> publish(Prepared prepared) {
        return snapshots.create(prepared.snapshot()) ? Optional.of(prepared.state()) : Optional.empty();
    }

    /**
     * Writes all of a commit but the snapshot file.
     *
     * @param base the state that the changes were made for
     * @param changes of each bucket that changed; none still makes a snapshot
     * @param pending the files written for the changes; the metadata files are added
     */
    public Prepared prepare(TableState base, List<BucketChanges> changes, Occasion occasion, PendingFiles pending) {
        long schemaId = occasion.schemaId();
        List<ManifestEntry> delta = new ArrayList<>();
        List<ManifestEntry> changelog = new ArrayList<>();
        for (BucketChanges change : changes) {
            change.removed().forEach(file -> delta.add(entry(false, change, file)));
            change.added().forEach(file -> delta.add(entry(true, change, file)));
            change.changelog().forEach(file -> changelog.add(entry(true, change, file)));
        }
        checkIdentities(delta);
        List<ManifestInfo> before = new ManifestMerge(manifests, manifestOptions, schemaId, pending).of(base);
        List<ManifestInfo> added = manifests.writeManifests(delta, schemaId, pending);
        ListedManifests baseList = manifests.writeList(before, pending);
        ListedManifests deltaList = manifests.writeList(added, pending);
        ListedManifests changelogList = changelog.isEmpty() && !occasion.announces()
                ? null
                : manifests.writeList(manifests.writeManifests(changelog, schemaId, pending), pending);
        pending.syncDirectories();

        long deltaRows = rows(delta, true) - rows(delta, false);
        long totalBefore = base.snapshot().map(Snapshot::totalRecordCount).orElse(0L);
        Snapshot snapshot = new Snapshot(
                base.snapshotId() + 1,
                schemaId,
                baseList,
                deltaList,
                changelogList,
                occasion.indexManifest(),
                commitUser,
                Snapshot.BATCH_COMMIT,
                occasion.kind(),
                environment.clock().millis(),
                totalBefore + deltaRows,
                deltaRows,
                rows(changelog, true),
                base.snapshot()
                        .filter(older -> older.schemaId() == schemaId)
                        .map(Snapshot::statistics)
                        .orElse(null));
        List<ManifestInfo> all = new ArrayList<>(before);
        all.addAll(added);
        return new Prepared(
                snapshot,
                new TableState(
                        Optional.of(snapshot),
                        base.files().apply(delta, "snapshot " + snapshot.id()),
                        List.copyOf(all)));
    }

    /** Within one snapshot every engine must find the same files in whatever order it takes the entries. */
    private static void checkIdentities(List<ManifestEntry> delta) {
        Set<ManifestEntry.Identity> seen = new HashSet<>();
        for (ManifestEntry entry : delta) {
            if (!seen.add(entry.identity())) {
                throw new LakelogException(
                        ErrorCode.INTERNAL, "file " + entry.file().name() + " twice in one commit");
            }
        }
    }

    private static ManifestEntry entry(boolean added, BucketChanges change, DataFileMeta file) {
        return new ManifestEntry(added, change.bucket(), change.totalBuckets(), file);
    }

    private static long rows(List<ManifestEntry> entries, boolean added) {
        return entries.stream()
                .filter(entry -> entry.added() == added)
                .mapToLong(entry -> entry.file().rowCount())
                .sum();
    }
}
