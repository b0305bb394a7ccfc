package io.lakelog.storage.manifest;

/**
 * A file added to a bucket, or removed from it. Immutable.
 *
 * @param added false for removed
 * @param totalBuckets the bucket count of the partition when the file was written
 */
public record ManifestEntry(boolean added, BucketId bucket, int totalBuckets, DataFileMeta file) {
    /** What an entry that removes a file has in common with the one that added it. */
    public record Identity(BucketId bucket, int level, String name) {}

    /** Whether the file is known to have been written by a compaction, not from input. */
    public boolean isCompacted() {
        Integer source = file.source();
        return source != null && source == DataFileMeta.FROM_COMPACTION;
    }

    public Identity identity() {
        return new Identity(bucket, file.level(), file.name());
    }
}
