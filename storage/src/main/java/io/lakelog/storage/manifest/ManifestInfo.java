package io.lakelog.storage.manifest;

import org.jspecify.annotations.Nullable;

/**
 * A manifest as a list names it. Immutable.
 *
 * @param name without directory
 * @param sizeBytes exact
 * @param partitionStats bounds of the partition columns over all entries
 * @param schemaId the newest schema when it was written
 * @param minBucket null if not known, as the following
 */
public record ManifestInfo(
        String name,
        long sizeBytes,
        long addedFiles,
        long deletedFiles,
        ColumnStats partitionStats,
        long schemaId,
        @Nullable Integer minBucket,
        @Nullable Integer maxBucket,
        @Nullable Integer minLevel,
        @Nullable Integer maxLevel) {}
