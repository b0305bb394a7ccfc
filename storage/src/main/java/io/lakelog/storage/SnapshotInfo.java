package io.lakelog.storage;

/**
 * What users may know of a snapshot.
 *
 * @param commitKind APPEND, COMPACT, OVERWRITE or ANALYZE
 * @param commitTimeMillis epoch milliseconds
 * @param totalRecordCount rows in live files, of all kinds
 * @param deltaRecordCount rows added less rows removed by this snapshot's files
 * @param changelogRecordCount changes that this snapshot carries
 */
public record SnapshotInfo(
        long snapshotId,
        long schemaId,
        String commitUser,
        long commitIdentifier,
        String commitKind,
        long commitTimeMillis,
        String baseManifestList,
        String deltaManifestList,
        @org.jspecify.annotations.Nullable String changelogManifestList,
        long totalRecordCount,
        long deltaRecordCount,
        long changelogRecordCount) {}
