package io.lakelog.tck.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** One entry of a manifest: a file added or removed. Binary rows stay serialized. */
record RawFile(
        boolean added,
        byte[] partition,
        int bucket,
        int totalBuckets,
        String name,
        long size,
        long rowCount,
        byte[] minKey,
        byte[] maxKey,
        Stats keyStats,
        Stats valueStats,
        long minSequence,
        long maxSequence,
        long schemaId,
        int level,
        List<String> extraFiles,
        @Nullable Long deleteRowCount,
        @Nullable Integer source,
        @Nullable List<String> valueStatsColumns) {

    /** Serialized rows of bounds, and null counts. */
    record Stats(byte[] min, byte[] max, @Nullable List<@Nullable Long> nullCounts) {
        static Stats of(GenericRecord record) {
            List<?> counts = (List<?>) record.get("_NULL_COUNTS");
            List<@Nullable Long> nullCounts = null;
            if (counts != null) {
                nullCounts = new ArrayList<>();
                for (Object count : counts) {
                    nullCounts.add((Long) count);
                }
            }
            return new Stats(bytes(record.get("_MIN_VALUES")), bytes(record.get("_MAX_VALUES")), nullCounts);
        }
    }

    static RawFile of(GenericRecord entry) {
        GenericRecord file = (GenericRecord) entry.get("_FILE");
        return new RawFile(
                (Integer) entry.get("_KIND") == 0,
                bytes(entry.get("_PARTITION")),
                (Integer) entry.get("_BUCKET"),
                (Integer) entry.get("_TOTAL_BUCKETS"),
                file.get("_FILE_NAME").toString(),
                (Long) file.get("_FILE_SIZE"),
                (Long) file.get("_ROW_COUNT"),
                bytes(file.get("_MIN_KEY")),
                bytes(file.get("_MAX_KEY")),
                Stats.of((GenericRecord) file.get("_KEY_STATS")),
                Stats.of((GenericRecord) file.get("_VALUE_STATS")),
                (Long) file.get("_MIN_SEQUENCE_NUMBER"),
                (Long) file.get("_MAX_SEQUENCE_NUMBER"),
                (Long) file.get("_SCHEMA_ID"),
                (Integer) file.get("_LEVEL"),
                texts((List<?>) file.get("_EXTRA_FILES")),
                (Long) file.get("_DELETE_ROW_COUNT"),
                (Integer) file.get("_FILE_SOURCE"),
                file.get("_VALUE_STATS_COLS") == null ? null : texts((List<?>) file.get("_VALUE_STATS_COLS")));
    }

    /** The bucket it lies in, as one word. */
    String place() {
        return HexFormat.of().formatHex(partition) + "/" + bucket;
    }

    /** What an ADD and its DELETE have in common. */
    String identity() {
        return place() + "/" + level + "/" + name + "/" + extraFiles;
    }

    static byte[] bytes(Object value) {
        ByteBuffer buffer = ((ByteBuffer) value).duplicate();
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static List<String> texts(List<?> values) {
        return values.stream().map(Object::toString).toList();
    }
}
