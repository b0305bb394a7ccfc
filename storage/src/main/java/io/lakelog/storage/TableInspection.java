package io.lakelog.storage;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a table is made of, for those who look after it: its newest state unless something else is said. Thread-safe. */
public interface TableInspection {
    /** All versions of the schema, oldest first. */
    List<io.lakelog.storage.schema.TableSchema> schemas();

    /** The data files alive, partition by partition. */
    List<DataFile> files();

    /** The manifests that lead to them. */
    List<Manifest> manifests();

    /** How many sorted runs a reader of the newest state merges, for each bucket that has files; in no order. */
    List<Integer> sortedRuns();

    /** The buckets that have files, partition by partition. */
    List<Bucket> buckets();

    /** All tags, by snapshot. */
    List<TagInfo> tags();

    List<Branch> branches();

    /** All consumers, by id. */
    List<ConsumerInfo> consumers();

    /** What an ANALYZE of another engine left, or null. */
    @Nullable
    Statistics statistics();

    /** How look-ups of keys in this process went since it opened the table, or since what is kept was limited otherwise. */
    LookupCache lookupCache();

    /** Schemas as stored: the texts of a version's JSON. */
    SchemaTexts texts(io.lakelog.storage.schema.TableSchema schema);

    /**
     * What is kept of the files in which keys are looked up.
     *
     * @param hits pages that were there when they were wanted
     * @param misses pages that were read from their files
     * @param keyBytes of keys in memory
     * @param values old values in memory
     * @param diskBytes of old values in local files
     */
    record LookupCache(long hits, long misses, long keyBytes, long values, long diskBytes) {}

    /**
     * A data file.
     *
     * @param partition as {@code {value, value}}
     * @param minKey the first key as {@code [value, value]}; null without a key
     * @param nullCounts of columns, as {@code {column=number, …}}
     * @param minValues bounds of columns, as {@code {column=value, …}}
     * @param creationTime wall clock of the writer, or null
     * @param source {@code APPEND} or {@code COMPACT}, or null if not known
     */
    record DataFile(
            String partition,
            int bucket,
            String path,
            String format,
            long schemaId,
            int level,
            long rows,
            long bytes,
            @Nullable String minKey,
            @Nullable String maxKey,
            String nullCounts,
            String minValues,
            String maxValues,
            long minSequenceNumber,
            long maxSequenceNumber,
            @Nullable LocalDateTime creationTime,
            @Nullable Long deletedRows,
            @Nullable String source) {}

    /** A manifest; bounds of the partitions that it speaks of, as {@code {value, value}}. */
    record Manifest(
            String name,
            long bytes,
            long addedFiles,
            long deletedFiles,
            long schemaId,
            @Nullable String minPartition,
            @Nullable String maxPartition) {}

    /**
     * A bucket.
     *
     * @param lastUpdate wall clock at which its newest file was written, or null
     * @param sortedRuns how many runs a reader merges
     * @param levels on which they lie, newest first, joined by commas
     * @param flushedBytes bytes of data files that the retained snapshots wrote for rows that came in
     * @param compactedBytes bytes of those in which they merged rows with older ones
     * @param writeAmplification rows written to data files by the retained snapshots for each row that came in; null if
     *     none came in
     */
    record Bucket(
            String partition,
            int bucket,
            long rows,
            long bytes,
            long files,
            @Nullable LocalDateTime lastUpdate,
            int sortedRuns,
            String levels,
            long flushedBytes,
            long compactedBytes,
            @Nullable Double writeAmplification) {}

    /** A tag; see {@link io.lakelog.storage.snapshot.Tag}. */
    record TagInfo(
            String name,
            long snapshotId,
            long schemaId,
            long commitTimeMillis,
            long rows,
            @Nullable LocalDateTime createTime,
            @Nullable Duration timeRetained) {}

    /** @param createdMillis epoch milliseconds */
    record Branch(String name, long createdMillis) {}

    /** @param modifiedMillis when it last moved, epoch milliseconds */
    record ConsumerInfo(String id, long nextSnapshotId, long modifiedMillis) {}

    /** Column statistics, as JSON. */
    record Statistics(
            long snapshotId,
            long schemaId,
            @Nullable Long rows,
            @Nullable Long bytes,
            @Nullable String columns) {}

    /** Parts of a schema file, as JSON. */
    record SchemaTexts(String fields, String partitionKeys, String primaryKeys, String options) {}
}
