package io.lakelog.storage;

import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.ListedManifests;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.ChangelogProducer;
import io.lakelog.storage.snapshot.Snapshot;
import io.lakelog.storage.snapshot.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which files a table should have, found by reading everything, entry by entry. */
final class FilesOfTable {
    private final LakeTable table;
    private final TableLayout layout;
    private final Set<String> paths = new TreeSet<>();

    private FilesOfTable(LakeTable table) {
        this.table = table;
        this.layout = table.files().layout;
    }

    /** The paths that snapshots, tags and changelogs lead to, and of these files themselves, hints and schemas. */
    static Set<String> reachable(Table table) {
        FilesOfTable walk = new FilesOfTable((LakeTable) table);
        walk.walk();
        return walk.paths;
    }

    private void walk() {
        TableFiles files = table.files();
        paths.add(layout.schemaFile(0));
        if (!table.snapshots().isEmpty()) {
            paths.add(layout.latestHint());
            paths.add(layout.earliestHint());
        }
        for (SnapshotInfo info : table.snapshots()) {
            Snapshot snapshot = files.snapshots.read(info.snapshotId());
            paths.add(layout.snapshotFile(snapshot.id()));
            state(snapshot);
            changelog(snapshot);
        }
        for (Tag tag : table.maintenance().tags()) {
            paths.add(layout.tagFile(tag.name()));
            state(tag.snapshot());
        }
        files.consumers.list().forEach(consumer -> paths.add(layout.consumerFile(consumer.id())));
        for (long id : files.changelogs.list()) {
            paths.add(layout.earliestChangelogHint());
            paths.add(layout.latestChangelogHint());
            paths.add(layout.changelogFile(id));
            Snapshot changelog = files.changelogs.find(id).orElseThrow();
            changelog(changelog);
            if (table.options().changelogProducer() == ChangelogProducer.NONE) {
                waiting();
                lists(changelog.base());
                index(changelog);
                for (ManifestEntry entry : lists(changelog.delta())) {
                    if (!entry.isCompacted()) {
                        file(entry);
                    }
                }
            }
        }
    }

    /** Where new rows outlive their snapshots, those that the oldest snapshot removed wait for its changelog. */
    private void waiting() {
        Snapshot oldest = table.files().snapshots.read(table.snapshots().get(0).snapshotId());
        for (ManifestEntry entry : lists(oldest.delta())) {
            if (!entry.added() && !entry.isCompacted()) {
                file(entry);
            }
        }
    }

    private void state(Snapshot snapshot) {
        Map<ManifestEntry.Identity, ManifestEntry> alive = new LinkedHashMap<>();
        List<ManifestEntry> entries = new ArrayList<>(lists(snapshot.base()));
        entries.addAll(lists(snapshot.delta()));
        for (ManifestEntry entry : entries) {
            if (entry.added()) {
                alive.put(entry.identity(), entry);
            } else {
                alive.remove(entry.identity());
            }
        }
        alive.values().forEach(this::file);
        index(snapshot);
    }

    private void index(Snapshot snapshot) {
        String manifest = snapshot.indexManifest();
        if (manifest != null) {
            paths.add(layout.manifest(manifest));
            table.files()
                    .indexes
                    .readManifest(manifest)
                    .forEach(entry -> paths.add(layout.indexFile(entry.fileName())));
        }
    }

    private void changelog(Snapshot snapshot) {
        lists(snapshot.changelog()).forEach(this::file);
    }

    private List<ManifestEntry> lists(@Nullable ListedManifests list) {
        List<ManifestEntry> entries = new ArrayList<>();
        if (list != null) {
            paths.add(layout.manifest(list.name()));
            for (ManifestInfo manifest : table.files().manifests.readList(list)) {
                paths.add(layout.manifest(manifest.name()));
                entries.addAll(table.files().manifests.readManifest(manifest));
            }
        }
        return entries;
    }

    private void file(ManifestEntry entry) {
        List<String> keys = table.schema().partitionKeys();
        StringBuilder partition = new StringBuilder();
        for (int i = 0; i < keys.size(); i++) {
            Object value = Values.get(
                    entry.bucket()
                            .partition()
                            .toBatch(table.shape().partitionTypes(), "a partition")
                            .column(i),
                    table.shape().partitionTypes().get(i),
                    0);
            partition.append(keys.get(i)).append('=').append(value).append('/');
        }
        paths.add(layout.root() + "/" + partition + "bucket-" + entry.bucket().bucket() + "/"
                + entry.file().name());
    }
}
