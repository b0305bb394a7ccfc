package io.lakelog.storage.snapshot;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.manifest.DataFileMeta;
import io.lakelog.storage.manifest.DeletedRows;
import io.lakelog.storage.manifest.ManifestEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The data files alive at a snapshot, by bucket. Immutable, thread-safe. */
public final class LiveFiles {
    /** No files: the state before the first snapshot. */
    public static final LiveFiles NONE = new LiveFiles(Map.of());

    private final Map<BucketId, List<ManifestEntry>> buckets;

    private LiveFiles(Map<BucketId, List<ManifestEntry>> buckets) {
        this.buckets = buckets;
    }

    /**
     * The files after some changes, taken in order.
     *
     * @param source what is named if the entries contradict the files: a file added twice, or removed though not there
     */
    public LiveFiles apply(List<ManifestEntry> entries, String source) {
        if (entries.isEmpty()) {
            return this;
        }
        Map<BucketId, Map<ManifestEntry.Identity, ManifestEntry>> touched = new LinkedHashMap<>();
        for (ManifestEntry entry : entries) {
            Map<ManifestEntry.Identity, ManifestEntry> files = touched.computeIfAbsent(entry.bucket(), bucket -> {
                Map<ManifestEntry.Identity, ManifestEntry> present = new LinkedHashMap<>();
                entries(bucket).forEach(e -> present.put(e.identity(), e));
                return present;
            });
            ManifestEntry before = entry.added() ? files.put(entry.identity(), entry) : files.remove(entry.identity());
            if ((before == null) != entry.added()) {
                throw LakelogException.corrupt(
                        source,
                        entry.added()
                                ? "it adds file " + entry.file().name() + ", which is there already"
                                : "it removes file " + entry.file().name() + ", which is not there",
                        null);
            }
        }
        Map<BucketId, List<ManifestEntry>> after = new LinkedHashMap<>(buckets);
        touched.forEach((bucket, files) -> {
            if (files.isEmpty()) {
                after.remove(bucket);
            } else {
                after.put(bucket, List.copyOf(files.values()));
            }
        });
        return new LiveFiles(Collections.unmodifiableMap(after));
    }

    /** The same files, with those rows gone that {@code deleted} says, and no others. */
    public LiveFiles without(Map<BucketId, Map<String, DeletedRows>> deleted) {
        Map<BucketId, List<ManifestEntry>> after = new LinkedHashMap<>();
        buckets.forEach((bucket, entries) -> {
            Map<String, DeletedRows> ofBucket = deleted.getOrDefault(bucket, Map.of());
            after.put(
                    bucket,
                    entries.stream().map(entry -> without(entry, ofBucket)).toList());
        });
        return new LiveFiles(Collections.unmodifiableMap(after));
    }

    private static ManifestEntry without(ManifestEntry entry, Map<String, DeletedRows> deleted) {
        DataFileMeta file = entry.file();
        return new ManifestEntry(
                entry.added(), entry.bucket(), entry.totalBuckets(), file.without(deleted.get(file.name())));
    }

    /** The files above level 0. */
    public LiveFiles aboveLevelZero() {
        Map<BucketId, List<ManifestEntry>> above = new LinkedHashMap<>();
        buckets.forEach((bucket, entries) -> {
            List<ManifestEntry> kept =
                    entries.stream().filter(entry -> entry.file().level() > 0).toList();
            if (!kept.isEmpty()) {
                above.put(bucket, kept);
            }
        });
        return new LiveFiles(Collections.unmodifiableMap(above));
    }

    /** The buckets that have files. */
    public Iterable<BucketId> buckets() {
        return buckets.keySet();
    }

    /** The files of a bucket; none if it has none. */
    public List<DataFileMeta> files(BucketId bucket) {
        return entries(bucket).stream().map(ManifestEntry::file).toList();
    }

    /** The entries that added the files of a bucket. */
    public List<ManifestEntry> entries(BucketId bucket) {
        return buckets.getOrDefault(bucket, List.of());
    }

    /** How many buckets the partition of one had when its files were written, as their entries say; 0 if it has none. */
    public int totalBuckets(BucketId bucket) {
        List<ManifestEntry> entries = entries(bucket);
        return entries.isEmpty() ? 0 : entries.get(0).totalBuckets();
    }

    /** Those of them that are on a level. */
    public LiveFiles onLevel(int level) {
        Map<BucketId, List<ManifestEntry>> there = new LinkedHashMap<>();
        buckets.forEach((bucket, entries) -> {
            List<ManifestEntry> kept = entries.stream()
                    .filter(entry -> entry.file().level() == level)
                    .toList();
            if (!kept.isEmpty()) {
                there.put(bucket, kept);
            }
        });
        return new LiveFiles(Collections.unmodifiableMap(there));
    }

    /** All entries, bucket by bucket. */
    public List<ManifestEntry> allEntries() {
        List<ManifestEntry> all = new ArrayList<>();
        buckets.values().forEach(all::addAll);
        return all;
    }
}
