package io.lakelog.storage.retention;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.index.IndexStore;
import io.lakelog.storage.layout.PartitionPaths;
import io.lakelog.storage.layout.TableLayout;
import io.lakelog.storage.manifest.ManifestStore;
import io.lakelog.storage.snapshot.ChangelogStore;
import io.lakelog.storage.snapshot.ConsumerStore;
import io.lakelog.storage.snapshot.SnapshotStore;

/**
 * Where the past of one table is kept. Thread-safe.
 *
 * @param newRowsOutlive whether data files outlive their snapshots for other engines that follow the table by them
 */
public record TableStores(
        FileSystem files,
        TableLayout layout,
        PartitionPaths partitions,
        SnapshotStore snapshots,
        ChangelogStore changelogs,
        ConsumerStore consumers,
        ManifestStore manifests,
        IndexStore indexes,
        boolean newRowsOutlive) {}
