package io.lakelog.storage;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.ListedManifests;
import io.lakelog.storage.manifest.ManifestEntry;
import io.lakelog.storage.manifest.ManifestInfo;
import io.lakelog.storage.snapshot.Snapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How much was written to the data files of a bucket, and how many rows for those that came in, by the retained snapshots. */
final class WriteAmplification {
    private long written;
    private long fromInput;
    private long changed;
    private long flushedBytes;
    private long compactedBytes;

    WriteAmplification() {}

    static Map<BucketId, WriteAmplification> ofRetained(LakeTable table) {
        Map<BucketId, WriteAmplification> buckets = new HashMap<>();
        TableFiles files = table.files();
        for (SnapshotInfo info : table.snapshots()) {
            Snapshot snapshot = files.snapshots.find(info.snapshotId()).orElse(null);
            if (snapshot != null) {
                addData(files, snapshot.delta(), buckets);
                if (snapshot.changelog() != null) {
                    addChangelog(files, snapshot.changelog(), buckets);
                }
            }
        }
        return buckets;
    }

    /** A file that is removed and added by one snapshot moved to another level and was not written. */
    private static void addData(TableFiles files, ListedManifests list, Map<BucketId, WriteAmplification> buckets) {
        Set<String> moved = new HashSet<>();
        for (ManifestInfo manifest : files.manifests.readList(list)) {
            for (ManifestEntry entry : files.manifests.readManifest(manifest)) {
                DataFileMeta file = entry.file();
                if (!entry.added()) {
                    moved.add(file.name());
                } else if (!moved.contains(file.name())) {
                    WriteAmplification bucket = of(entry.bucket(), buckets);
                    bucket.written += file.rowCount();
                    bucket.fromInput += entry.isCompacted() ? 0 : file.rowCount();
                    bucket.flushedBytes += entry.isCompacted() ? 0 : file.sizeBytes();
                    bucket.compactedBytes += entry.isCompacted() ? file.sizeBytes() : 0;
                }
            }
        }
    }

    private static void addChangelog(
            TableFiles files, ListedManifests list, Map<BucketId, WriteAmplification> buckets) {
        for (ManifestInfo manifest : files.manifests.readList(list)) {
            for (ManifestEntry entry : files.manifests.readManifest(manifest)) {
                Long retracts = entry.file().deleteRowCount();
                of(entry.bucket(), buckets).changed += entry.file().rowCount() - (retracts == null ? 0 : retracts);
            }
        }
    }

    private static WriteAmplification of(BucketId bucket, Map<BucketId, WriteAmplification> buckets) {
        return buckets.computeIfAbsent(bucket, key -> new WriteAmplification());
    }

    /** Bytes of files that hold only rows that came in. */
    long flushedBytes() {
        return flushedBytes;
    }

    /** Bytes of files in which rows were merged with older ones. */
    long compactedBytes() {
        return compactedBytes;
    }

    /** Where rows are merged with older ones as they come in, only the changelog tells how many came; null for none. */
    @Nullable
    Double factor() {
        long cameIn = Math.max(fromInput, changed);
        return cameIn == 0 ? null : (double) written / cameIn;
    }
}
