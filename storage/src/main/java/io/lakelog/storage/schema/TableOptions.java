package io.lakelog.storage.schema;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The options that Lakelog acts on, typed; all others are kept in the schema and left alone. Immutable.
 *
 * @param buckets fixed number of buckets, -1 for dynamic ones, or -2 for such as compactions alone decide on
 * @param bucketKey column names of the bucket key; empty for the primary key
 * @param hashedBuckets whether its hash tells the bucket
 * @param fullCompactionCommits with the full-compaction producer, after how many commits the table is compacted fully
 * @param compactionInterval with the full-compaction producer, the longest that a change waits for its full compaction;
 *     {@link #NEVER} for no limit
 * @param rowDeduplicate whether -U/+U pairs that change nothing are left out of the changelog
 * @param compression codec of new data files, lower case
 * @param compressionLevel of the codec, for zstd
 * @param targetFileBytes size at which a data file is closed and the next one begun
 * @param writeBufferBytes memory for rows that wait for the commit; beyond it they go to temporary files
 * @param levels number of levels of the LSM tree, level 0 included
 * @param compaction when which sorted runs are merged
 * @param smallFilesToMerge in a table without a key, number of small files at which they are merged
 * @param manifests when manifests are rewritten
 * @param writeOnly whether writers leave compactions, and the changes that those tell, to others
 * @param merge how versions of one key are merged
 * @param legacyPartitionNames whether partition directories show internal values
 * @param defaultPartitionName the directory value that stands for NULL, empty and blank
 * @param dynamicBucketRows keys that a dynamic bucket takes before another one is begun
 * @param dynamicBucketsMax how many dynamic buckets a partition may have, or -1
 * @param forceLookup whether levels are as with the lookup producer, whatever the producer
 * @param deletionVectors whether rows are masked in their files, and level 0 waits for that before it is read
 */
public record TableOptions(
        int buckets,
        List<String> bucketKey,
        boolean hashedBuckets,
        ChangelogProducer changelogProducer,
        int fullCompactionCommits,
        Duration compactionInterval,
        boolean rowDeduplicate,
        String compression,
        int compressionLevel,
        long targetFileBytes,
        long writeBufferBytes,
        int levels,
        CompactionOptions compaction,
        int smallFilesToMerge,
        ManifestOptions manifests,
        boolean writeOnly,
        MergeOptions merge,
        boolean legacyPartitionNames,
        String defaultPartitionName,
        boolean deletionVectors,
        boolean forceLookup,
        long dynamicBucketRows,
        int dynamicBucketsMax) {

    /** Longer than anything lasts. */
    public static final Duration NEVER = Duration.ofMillis(Long.MAX_VALUE);

    private static final String BUCKET_FUNCTION = "bucket-function.type";

    private static final int ZSTD_LEVEL_MIN = -131_072;

    private static final Set<String> COMPRESSIONS = Set.of("zstd", "snappy", "gzip", "none", "uncompressed");

    /** Of other writers' files; which of them can be read their reader says. */
    private static final Set<String> FOREIGN_COMPRESSIONS = Set.of("lz4", "lz4_raw", "lzo", "brotli");

    /** Each names a state, or a part of one, that Paimon's readers of the table are shown instead of the newest. */
    private static final List<String> OTHER_STATES = List.of(
            "scan.snapshot-id",
            "scan.tag-name",
            "scan.version",
            "scan.timestamp",
            "scan.timestamp-millis",
            "log.scan.timestamp-millis",
            "scan.watermark",
            "scan.file-creation-time-millis",
            "scan.creation-time-millis",
            "incremental-between",
            "incremental-between-timestamp",
            "incremental-to-auto-tag",
            "scan.fallback-branch");

    private static final Set<String> NEWEST_STATE = Set.of("default", "latest", "latest-full", "full");

    /**
     * The typed options of a table.
     *
     * @throws LakelogException INVALID_OPTION for a value that an option cannot have; UNSUPPORTED, by name, for an option
     *     that would change what the table's rows are and that Lakelog does not know how to follow
     */
    public static TableOptions parse(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        refuseUnreadable(reader);
        RetentionOptions.parse(options);
        LookupOptions.parse(options);
        CompactionOptions compaction = CompactionOptions.parse(reader);
        Duration interval = reader.duration("changelog-producer.compaction-interval", NEVER);
        return new TableOptions(
                buckets(reader),
                reader.names("bucket-key"),
                reader.word(BUCKET_FUNCTION, "default").equals("default"),
                reader.changelogProducer(),
                // Time alone decides where only time is given.
                reader.integer("full-compaction.delta-commits", interval.equals(NEVER) ? 1 : Integer.MAX_VALUE, 1),
                interval,
                reader.flag("changelog-producer.row-deduplicate", false),
                compression(reader),
                reader.integer("file.compression.zstd-level", 1, ZSTD_LEVEL_MIN),
                reader.bytes("target-file-size", 128L << 20),
                reader.bytes("write-buffer-size", 256L << 20),
                reader.integer("num-levels", levelsFor(compaction.trigger()), 2),
                compaction,
                Math.max(2, reader.integer("compaction.min.file-num", 5, 1)),
                ManifestOptions.parse(reader),
                reader.flag("write-only", false),
                MergeOptions.parse(reader),
                reader.flag("partition.legacy-name", true),
                reader.text("partition.default-name", "__DEFAULT_PARTITION__"),
                reader.flag("deletion-vectors.enabled", false),
                reader.flag("force-lookup", false),
                reader.integer("dynamic-bucket.target-row-num", 2_000_000, 1),
                reader.integer("dynamic-bucket.max-buckets", -1, -1));
    }

    private static int levelsFor(int trigger) {
        return trigger == Integer.MAX_VALUE ? trigger : trigger + 1;
    }

    /** Level of the deepest run. */
    public int topLevel() {
        return levels - 1;
    }

    /**
     * Whether rows on levels above 0 are complete, resolved rows, of which the one on the lowest level counts (the
     * "lookup" rule of the format, which holds for {@code first-row} too), rather than versions to be merged by sequence number.
     */
    public boolean resolvedLevels() {
        return changelogProducer == ChangelogProducer.LOOKUP
                || merge.engine() == MergeEngine.FIRST_ROW
                || deletionVectors
                || forceLookup;
    }

    /**
     * Whether rows on level 0 are not seen yet: with deletion vectors until what they replace is masked, in a first-row
     * table until their keys have been looked up.
     */
    public boolean levelZeroWaits() {
        return deletionVectors || merge.engine() == MergeEngine.FIRST_ROW;
    }

    private static int buckets(OptionReader reader) {
        return reader.integer("bucket", -1, TableLayout.POSTPONED_BUCKET);
    }

    private static void refuseUnreadable(OptionReader reader) {
        refuseUnless(reader, "row-tracking.enabled", "false");
        refuseUnless(reader, "data-evolution.enabled", "false");
        refuseUnless(reader, "index-file-in-data-file-dir", "false");
        if (!reader.word("type", "table").equals("materialized-table")) {
            refuseUnless(reader, "type", "table");
        }
        if (buckets(reader) == 0) {
            throw OptionReader.bad("bucket", "0", "a number of at least 1, or -1");
        }
        refuseUnless(reader, "manifest.format", "avro");
        refuseIfGiven(reader, List.of("record-level.expire-time", "data-file.path-directory"));
    }

    /**
     * Refuses a table that shows its readers something else than its newest state.
     *
     * @throws LakelogException UNSUPPORTED naming the option
     */
    public static void checkShown(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        for (String key : List.of("scan.mode", "log.scan")) {
            String mode = reader.word(key, "default");
            if (!NEWEST_STATE.contains(mode)) {
                throw LakelogException.unsupported("table option '" + key + "' = '" + mode
                        + "' is not supported: it shows readers another state than the newest; 'latest-full' is");
            }
        }
        refuseIfGiven(reader, OTHER_STATES);
        refuseUnless(reader, "batch-scan-mode", "none");
        refuseUnless(reader, "query-auth.enabled", "false");
    }

    private static void refuseIfGiven(OptionReader reader, List<String> keys) {
        for (String key : keys) {
            String value = reader.text(key);
            if (value != null && !value.isBlank()) {
                throw LakelogException.unsupported("table option '" + key + "' = '" + value + "' is not supported yet");
            }
        }
    }

    /**
     * Refuses what Lakelog reads but would not write as the table's other writers expect.
     *
     * @throws LakelogException UNSUPPORTED naming the option
     */
    public static void checkWritable(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        refuseUnless(reader, "deletion-vectors.enabled", "false");
        refuseUnless(reader, "force-lookup", "false");
        refuseUnless(reader, BUCKET_FUNCTION, "default");
        refuseUnless(reader, "type", "table");
        if (buckets(reader) == TableLayout.POSTPONED_BUCKET) {
            throw LakelogException.unsupported("table option 'bucket' = '-2' (postponed buckets) is not supported when"
                    + " writing; a fixed number and -1 are");
        }
        refuseUnless(reader, "file.format", "parquet");
        refuseUnless(reader, "data-file.thin-mode", "false");
        checkCompression(compression(reader));
        String external = reader.text("data-file.external-paths");
        if (external != null && !external.isBlank()) {
            throw LakelogException.unsupported(
                    "table option 'data-file.external-paths' = '" + external + "' is not supported when writing");
        }
    }

    private static String compression(OptionReader reader) {
        return reader.word("file.compression", "zstd");
    }

    private static void checkCompression(String compression) {
        if (FOREIGN_COMPRESSIONS.contains(compression)) {
            throw LakelogException.unsupported("table option 'file.compression' = '" + compression
                    + "' is not supported when writing; zstd, snappy, gzip and none are");
        }
        if (!COMPRESSIONS.contains(compression)) {
            throw OptionReader.bad("file.compression", compression, "one of zstd, snappy, gzip, none");
        }
    }

    /** Where the table's writers put new data files, if not into its own directory: URIs or paths. */
    public static List<String> placesOfNewFiles(Map<String, String> options) {
        OptionReader reader = new OptionReader(options);
        boolean used = !reader.word("data-file.external-paths.strategy", "none").equals("none");
        return used ? reader.names("data-file.external-paths") : List.of();
    }

    private static void refuseUnless(OptionReader reader, String key, String supported) {
        if (!reader.word(key, supported).equals(supported)) {
            throw LakelogException.unsupported("table option '" + key + "' = '" + reader.text(key)
                    + "' is not supported yet; only '" + supported + "' is");
        }
    }
}
