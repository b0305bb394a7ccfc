package io.lakelog.storage.index;

import io.lakelog.storage.env.PendingFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.row.BinaryRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The dynamic buckets of a table as one index manifest has them, and what keys were added to them since. A key stays in the
 * bucket that it was first put into; a new one goes to a bucket with room, or to a new one. Partitions are read when they are
 * first asked for. Not thread-safe. Source: the Paimon table format, "Index files".
 */
public final class HashIndex {
    private static final int BUCKETS_MAX = Short.MAX_VALUE;

    private final IndexStore store;
    private final @Nullable String manifest;
    private final long targetRows;
    private final int bucketsMax;
    private final Map<BinaryRow, PartitionBuckets> partitions = new HashMap<>();
    private @Nullable List<IndexEntry> entries;

    /**
     * @param manifest the index manifest, or null before the first
     * @param targetRows keys that a bucket takes
     * @param bucketsMax how many buckets a partition may have, or -1
     */
    public HashIndex(IndexStore store, @Nullable String manifest, long targetRows, int bucketsMax) {
        this.store = store;
        this.manifest = manifest;
        this.targetRows = targetRows;
        this.bucketsMax = bucketsMax;
    }

    /** One partition: its hashes, and how many each bucket has. */
    private static final class PartitionBuckets {
        final HashBuckets hashes = new HashBuckets();
        final TreeMap<Integer, Long> counts = new TreeMap<>();
        final TreeSet<Integer> changed = new TreeSet<>();
    }

    /** Whether this is the index at that manifest. */
    public boolean isAt(@Nullable String otherManifest) {
        return Objects.equals(manifest, otherManifest);
    }

    /** The bucket of a key, by its hash. */
    public int bucket(BinaryRow partition, int hash) {
        PartitionBuckets buckets = partitions.get(partition);
        if (buckets == null) {
            buckets = read(partition);
            partitions.put(partition, buckets);
        }
        int known = buckets.hashes.bucketOf(hash);
        if (known >= 0) {
            return known;
        }
        int chosen = choose(buckets, hash);
        buckets.hashes.put(hash, chosen);
        buckets.counts.merge(chosen, 1L, Long::sum);
        buckets.changed.add(chosen);
        return chosen;
    }

    private int choose(PartitionBuckets buckets, int hash) {
        for (Map.Entry<Integer, Long> bucket : buckets.counts.entrySet()) {
            if (bucket.getValue() < targetRows) {
                return bucket.getKey();
            }
        }
        int count = buckets.counts.size();
        if (bucketsMax < 0 || count < bucketsMax) {
            for (int bucket = 0; bucket <= BUCKETS_MAX; bucket++) {
                if (!buckets.counts.containsKey(bucket)) {
                    return bucket;
                }
            }
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "all " + BUCKETS_MAX + " buckets of a partition are full; raise 'dynamic-bucket.target-row-num'");
        }
        return List.copyOf(buckets.counts.keySet()).get(Math.floorMod(hash, count));
    }

    private PartitionBuckets read(BinaryRow partition) {
        PartitionBuckets buckets = new PartitionBuckets();
        for (IndexEntry entry : entries()) {
            if (entry.type().equals(IndexEntry.HASH)
                    && entry.bucket().partition().equals(partition)) {
                int bucket = entry.bucket().bucket();
                int[] hashes = store.readHashes(entry);
                for (int hash : hashes) {
                    buckets.hashes.put(hash, bucket);
                }
                buckets.counts.put(bucket, (long) hashes.length);
            }
        }
        return buckets;
    }

    private List<IndexEntry> entries() {
        List<IndexEntry> known = entries;
        if (known == null) {
            known = manifest == null ? List.of() : store.readManifest(manifest);
            entries = known;
        }
        return known;
    }

    /**
     * Writes the index files of the buckets that took new keys, and the manifest that lists them; synced, noted as pending.
     *
     * @return the manifest; the one before if nothing is new
     */
    public @Nullable String write(PendingFiles pending) {
        List<IndexEntry> written = new ArrayList<>();
        partitions.forEach((partition, buckets) -> {
            for (int bucket : buckets.changed) {
                written.add(
                        store.writeHashes(new BucketId(partition, bucket), buckets.hashes.hashesOf(bucket), pending));
            }
        });
        if (written.isEmpty()) {
            return manifest;
        }
        List<IndexEntry> all = new ArrayList<>();
        for (IndexEntry entry : entries()) {
            boolean replaced = entry.type().equals(IndexEntry.HASH)
                    && written.stream().anyMatch(other -> other.bucket().equals(entry.bucket()));
            if (!replaced) {
                all.add(entry);
            }
        }
        all.addAll(written);
        return store.writeManifest(all, pending);
    }
}
