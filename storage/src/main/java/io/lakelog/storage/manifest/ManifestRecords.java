package io.lakelog.storage.manifest;

import static io.lakelog.storage.format.MetaType.BYTES;
import static io.lakelog.storage.format.MetaType.INT;
import static io.lakelog.storage.format.MetaType.LONG;
import static io.lakelog.storage.format.MetaType.STRING;
import static io.lakelog.storage.format.MetaType.TIMESTAMP_MILLIS;
import static io.lakelog.storage.format.MetaType.nullable;
import static io.lakelog.storage.format.MetaType.record;
import static io.lakelog.storage.format.MetaType.required;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.MetaType;
import io.lakelog.storage.row.BinaryRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Entries and manifest infos as records of Avro files, field for field. Source: the Paimon table format, "Manifest list
 * and manifest". Pure; thread-safe.
 */
final class ManifestRecords {
    private static final int VERSION = 2;

    private static final MetaType.Record STATS = record(
            required("_MIN_VALUES", BYTES),
            required("_MAX_VALUES", BYTES),
            nullable("_NULL_COUNTS", new MetaType.ArrayOf(LONG, true)));

    private static final MetaType STRINGS = new MetaType.ArrayOf(STRING, false);

    private static final MetaType.Record FILE = record(
            required("_FILE_NAME", STRING),
            required("_FILE_SIZE", LONG),
            required("_ROW_COUNT", LONG),
            required("_MIN_KEY", BYTES),
            required("_MAX_KEY", BYTES),
            required("_KEY_STATS", STATS),
            required("_VALUE_STATS", STATS),
            required("_MIN_SEQUENCE_NUMBER", LONG),
            required("_MAX_SEQUENCE_NUMBER", LONG),
            required("_SCHEMA_ID", LONG),
            required("_LEVEL", INT),
            required("_EXTRA_FILES", STRINGS),
            nullable("_CREATION_TIME", TIMESTAMP_MILLIS),
            nullable("_DELETE_ROW_COUNT", LONG),
            nullable("_EMBEDDED_FILE_INDEX", BYTES),
            nullable("_FILE_SOURCE", INT),
            nullable("_VALUE_STATS_COLS", STRINGS),
            nullable("_EXTERNAL_PATH", STRING),
            nullable("_FIRST_ROW_ID", LONG),
            nullable("_WRITE_COLS", STRINGS));

    /** A record of a manifest. */
    static final MetaType.Record ENTRY = record(
            required("_VERSION", INT),
            required("_KIND", INT),
            required("_PARTITION", BYTES),
            required("_BUCKET", INT),
            required("_TOTAL_BUCKETS", INT),
            required("_FILE", FILE));

    /** A record of a manifest list. */
    static final MetaType.Record INFO = record(
            required("_VERSION", INT),
            required("_FILE_NAME", STRING),
            required("_FILE_SIZE", LONG),
            required("_NUM_ADDED_FILES", LONG),
            required("_NUM_DELETED_FILES", LONG),
            required("_PARTITION_STATS", STATS),
            required("_SCHEMA_ID", LONG),
            nullable("_MIN_BUCKET", INT),
            nullable("_MAX_BUCKET", INT),
            nullable("_MIN_LEVEL", INT),
            nullable("_MAX_LEVEL", INT));

    private ManifestRecords() {}

    static @Nullable Object[] write(ManifestEntry entry) {
        DataFileMeta file = entry.file();
        return new @Nullable Object[] {
            VERSION,
            entry.added() ? 0 : 1,
            entry.bucket().partition().serialized(),
            entry.bucket().bucket(),
            entry.totalBuckets(),
            new @Nullable Object[] {
                file.name(),
                file.sizeBytes(),
                file.rowCount(),
                file.minKey().serialized(),
                file.maxKey().serialized(),
                write(file.keyStats()),
                write(file.valueStats()),
                file.minSequenceNumber(),
                file.maxSequenceNumber(),
                file.schemaId(),
                file.level(),
                file.extraFiles(),
                file.creationTimeMillis(),
                file.deleteRowCount(),
                file.embeddedIndex(),
                file.source(),
                file.valueStatsColumns(),
                file.externalPath(),
                file.firstRowId(),
                file.writeColumns()
            }
        };
    }

    static ManifestEntry readEntry(@Nullable Object[] row, String path) {
        checkVersion(row, path);
        int kind = get(row, 1, Integer.class);
        if (kind != 0 && kind != 1) {
            throw LakelogException.corrupt(path, "an entry of kind " + kind, null);
        }
        @Nullable Object[] file = get(row, 5, Object[].class);
        return new ManifestEntry(
                kind == 0,
                new BucketId(binary(row, 2, path), get(row, 3, Integer.class)),
                get(row, 4, Integer.class),
                new DataFileMeta(
                        get(file, 0, String.class),
                        get(file, 1, Long.class),
                        get(file, 2, Long.class),
                        binary(file, 3, path),
                        binary(file, 4, path),
                        readStats(get(file, 5, Object[].class), path),
                        readStats(get(file, 6, Object[].class), path),
                        get(file, 7, Long.class),
                        get(file, 8, Long.class),
                        get(file, 9, Long.class),
                        get(file, 10, Integer.class),
                        strings(Objects.requireNonNull(file[11])),
                        (Long) file[12],
                        (Long) file[13],
                        (byte[]) file[14],
                        (Integer) file[15],
                        file[16] == null ? null : strings(file[16]),
                        (String) file[17],
                        (Long) file[18],
                        file[19] == null ? null : strings(file[19]),
                        null));
    }

    static @Nullable Object[] write(ManifestInfo info) {
        return new @Nullable Object[] {
            VERSION,
            info.name(),
            info.sizeBytes(),
            info.addedFiles(),
            info.deletedFiles(),
            write(info.partitionStats()),
            info.schemaId(),
            info.minBucket(),
            info.maxBucket(),
            info.minLevel(),
            info.maxLevel()
        };
    }

    static ManifestInfo readInfo(@Nullable Object[] row, String path) {
        checkVersion(row, path);
        return new ManifestInfo(
                get(row, 1, String.class),
                get(row, 2, Long.class),
                get(row, 3, Long.class),
                get(row, 4, Long.class),
                readStats(get(row, 5, Object[].class), path),
                get(row, 6, Long.class),
                (Integer) row[7],
                (Integer) row[8],
                (Integer) row[9],
                (Integer) row[10]);
    }

    private static Object[] write(ColumnStats stats) {
        return new Object[] {stats.min().serialized(), stats.max().serialized(), stats.nullCounts()};
    }

    private static ColumnStats readStats(@Nullable Object[] row, String path) {
        return new ColumnStats(binary(row, 0, path), binary(row, 1, path), row[2] == null ? List.of() : longs(row[2]));
    }

    private static void checkVersion(@Nullable Object[] row, String path) {
        int version = get(row, 0, Integer.class);
        if (version != VERSION) {
            throw LakelogException.unsupported(
                    "metadata version " + version + " in " + path + " is not supported; only " + VERSION + " is");
        }
    }

    private static BinaryRow binary(@Nullable Object[] row, int position, String path) {
        return BinaryRow.wrap(get(row, position, byte[].class), path);
    }

    /** A value that the reader has checked to be there, of the class that its type says. */
    private static <T> T get(@Nullable Object[] row, int position, Class<T> type) {
        return type.cast(Objects.requireNonNull(row[position]));
    }

    @SuppressWarnings("unchecked")
    private static List<String> strings(Object list) {
        return List.copyOf((List<String>) list);
    }

    @SuppressWarnings("unchecked")
    private static List<@Nullable Long> longs(Object list) {
        return (List<@Nullable Long>) list;
    }
}
