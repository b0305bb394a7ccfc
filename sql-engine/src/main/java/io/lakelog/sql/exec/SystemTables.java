package io.lakelog.sql.exec;

import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The tables about a table, {@code t$name}, with Paimon's names of columns; ours, where there are any, follow them. */
public final class SystemTables {
    private static final DataType LONG = DataType.BIGINT.notNull();
    private static final DataType TEXT = DataType.STRING.notNull();
    private static final DataType TIME = DataType.timestamp(3);

    private static final List<String> OF_ROWS = List.of("audit_log", "binlog", "ro");
    private static final Map<String, Definition> FACTS = definitions();

    private record Definition(RowType rowType, TableFacts.Rows rows) {}

    private SystemTables() {}

    /** What may follow a table's name and a {@code $}, sorted. */
    public static List<String> names() {
        List<String> all = new ArrayList<>(FACTS.keySet());
        all.addAll(OF_ROWS);
        return all.stream().sorted().toList();
    }

    /**
     * The system table of a name.
     *
     * @throws LakelogException TABLE_NOT_FOUND naming the near match
     */
    public static Relation of(TableName table, RowType rowType, String name) {
        String known = name.toLowerCase(Locale.ROOT);
        Definition definition = FACTS.get(known);
        if (definition != null) {
            return new TableFacts(table, known, definition.rowType(), definition.rows());
        } else if (known.equals("audit_log")) {
            return AuditLog.of(table, rowType);
        } else if (known.equals("ro")) {
            return new CompactedState(table, rowType);
        } else if (known.equals("binlog")) {
            return Binlog.of(table, rowType);
        }
        throw new LakelogException(
                ErrorCode.TABLE_NOT_FOUND,
                "there is no system table '" + table.table() + "$" + name + "'" + NearMatch.hint(name, names()));
    }

    private static Map<String, Definition> definitions() {
        Map<String, Definition> all = new LinkedHashMap<>();
        all.put("snapshots", new Definition(snapshotColumns(), SystemRows::snapshots));
        all.put(
                "schemas",
                new Definition(
                        RowType.of(
                                List.of(
                                        "schema_id",
                                        "fields",
                                        "partition_keys",
                                        "primary_keys",
                                        "options",
                                        "comment",
                                        "update_time"),
                                List.of(LONG, TEXT, TEXT, TEXT, TEXT, DataType.STRING, TIME.notNull())),
                        SystemRows::schemas));
        all.put(
                "options",
                new Definition(RowType.of(List.of("key", "value"), List.of(TEXT, TEXT)), SystemRows::options));
        all.put("files", new Definition(fileColumns(), SystemRows::files));
        all.put(
                "manifests",
                new Definition(
                        RowType.of(
                                List.of(
                                        "file_name",
                                        "file_size",
                                        "num_added_files",
                                        "num_deleted_files",
                                        "schema_id",
                                        "min_partition_stats",
                                        "max_partition_stats"),
                                List.of(TEXT, LONG, LONG, LONG, LONG, DataType.STRING, DataType.STRING)),
                        SystemRows::manifests));
        all.put(
                "partitions",
                new Definition(
                        RowType.of(
                                List.of(
                                        "partition",
                                        "record_count",
                                        "file_size_in_bytes",
                                        "file_count",
                                        "last_update_time"),
                                List.of(DataType.STRING, LONG, LONG, LONG, TIME)),
                        SystemRows::partitions));
        all.put(
                "buckets",
                new Definition(
                        RowType.of(
                                List.of(
                                        "partition",
                                        "bucket",
                                        "record_count",
                                        "file_size_in_bytes",
                                        "file_count",
                                        "last_update_time",
                                        "sorted_runs",
                                        "write_amplification",
                                        "levels",
                                        "flushed_bytes",
                                        "compacted_bytes"),
                                List.of(
                                        DataType.STRING,
                                        DataType.INT.notNull(),
                                        LONG,
                                        LONG,
                                        LONG,
                                        TIME,
                                        DataType.INT.notNull(),
                                        DataType.DOUBLE,
                                        TEXT,
                                        LONG,
                                        LONG)),
                        SystemRows::buckets));
        all.put(
                "tags",
                new Definition(
                        RowType.of(
                                List.of(
                                        "tag_name",
                                        "snapshot_id",
                                        "schema_id",
                                        "commit_time",
                                        "record_count",
                                        "create_time",
                                        "time_retained"),
                                List.of(TEXT, LONG, LONG, TIME.notNull(), DataType.BIGINT, TIME, DataType.STRING)),
                        SystemRows::tags));
        all.put(
                "branches",
                new Definition(
                        RowType.of(List.of("branch_name", "create_time"), List.of(TEXT, TIME.notNull())),
                        SystemRows::branches));
        all.put(
                "consumers",
                new Definition(
                        RowType.of(
                                List.of("consumer_id", "next_snapshot_id", "snapshots_behind", "last_moved"),
                                List.of(TEXT, LONG, LONG, TIME.notNull())),
                        SystemRows::consumers));
        all.put(
                "statistics",
                new Definition(
                        RowType.of(
                                List.of("snapshot_id", "schema_id", "mergedRecordCount", "mergedRecordSize", "colstat"),
                                List.of(LONG, LONG, DataType.BIGINT, DataType.BIGINT, DataType.STRING)),
                        SystemRows::statistics));
        all.put(
                "lookup_cache",
                new Definition(
                        RowType.of(
                                List.of("hits", "misses", "key_bytes", "cached_values", "disk_bytes"),
                                List.of(LONG, LONG, LONG, LONG, LONG)),
                        SystemRows::lookupCache));
        return all;
    }

    private static RowType snapshotColumns() {
        return RowType.of(
                List.of(
                        "snapshot_id",
                        "schema_id",
                        "commit_user",
                        "commit_identifier",
                        "commit_kind",
                        "commit_time",
                        "base_manifest_list",
                        "delta_manifest_list",
                        "changelog_manifest_list",
                        "total_record_count",
                        "delta_record_count",
                        "changelog_record_count",
                        "watermark"),
                List.of(
                        LONG,
                        LONG,
                        TEXT,
                        LONG,
                        TEXT,
                        TIME.notNull(),
                        TEXT,
                        TEXT,
                        DataType.STRING,
                        DataType.BIGINT,
                        DataType.BIGINT,
                        DataType.BIGINT,
                        DataType.BIGINT));
    }

    private static RowType fileColumns() {
        return RowType.of(
                List.of(
                        "partition",
                        "bucket",
                        "file_path",
                        "file_format",
                        "schema_id",
                        "level",
                        "record_count",
                        "file_size_in_bytes",
                        "min_key",
                        "max_key",
                        "null_value_counts",
                        "min_value_stats",
                        "max_value_stats",
                        "min_sequence_number",
                        "max_sequence_number",
                        "creation_time",
                        "deleteRowCount",
                        "file_source"),
                List.of(
                        DataType.STRING,
                        DataType.INT.notNull(),
                        TEXT,
                        TEXT,
                        LONG,
                        DataType.INT.notNull(),
                        LONG,
                        LONG,
                        DataType.STRING,
                        DataType.STRING,
                        TEXT,
                        TEXT,
                        TEXT,
                        DataType.BIGINT,
                        DataType.BIGINT,
                        TIME,
                        DataType.BIGINT,
                        DataType.STRING));
    }
}
