package io.lakelog.storage;

import io.lakelog.storage.manifest.BucketId;
import io.lakelog.storage.snapshot.LiveFiles;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How much of a table's state a scan may have to read, as metadata alone say; of that what is not asked for is skipped
 * page by page.
 *
 * @param keys how many keys are looked up; empty where rows are scanned
 * @param buckets each partition's count for themselves
 */
public record ScanExtent(OptionalInt keys, Share files, Share buckets, Share partitions) {
    /** So many of all that there are. */
    public record Share(int read, int total) {}

    /** @param read how many files are read of each bucket; at least one */
    static ScanExtent of(OptionalInt keys, LiveFiles live, Map<BucketId, Integer> read) {
        int files = 0;
        int buckets = 0;
        Set<Object> partitions = new HashSet<>();
        for (BucketId bucket : live.buckets()) {
            files += live.entries(bucket).size();
            buckets++;
            partitions.add(bucket.partition());
        }
        Set<Object> partitionsRead = new HashSet<>();
        read.keySet().forEach(bucket -> partitionsRead.add(bucket.partition()));
        int filesRead = read.values().stream().mapToInt(Integer::intValue).sum();
        return new ScanExtent(
                keys,
                new Share(filesRead, files),
                new Share(read.size(), buckets),
                new Share(partitionsRead.size(), partitions.size()));
    }
}
