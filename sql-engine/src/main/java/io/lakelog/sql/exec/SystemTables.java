package io.lakelog.sql.exec;

import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The tables about a table, {@code t$name}, with Paimon's names of columns. */
public final class SystemTables {
    private static final RowType SNAPSHOTS = RowType.of(
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
                    DataType.BIGINT.notNull(),
                    DataType.BIGINT.notNull(),
                    DataType.STRING.notNull(),
                    DataType.BIGINT.notNull(),
                    DataType.STRING.notNull(),
                    DataType.timestamp(3).notNull(),
                    DataType.STRING.notNull(),
                    DataType.STRING.notNull(),
                    DataType.STRING,
                    DataType.BIGINT,
                    DataType.BIGINT,
                    DataType.BIGINT,
                    DataType.BIGINT));
    private static final RowType OPTIONS =
            RowType.of(List.of("key", "value"), List.of(DataType.STRING.notNull(), DataType.STRING.notNull()));
    private static final List<String> KNOWN = List.of("snapshots", "options");
    private static final List<String> NOT_YET = List.of(
            "schemas",
            "files",
            "manifests",
            "partitions",
            "buckets",
            "tags",
            "branches",
            "consumers",
            "audit_log",
            "binlog",
            "ro",
            "statistics");

    private SystemTables() {}

    /**
     * The system table of a name.
     *
     * @throws LakelogException TABLE_NOT_FOUND naming the near match, UNSUPPORTED for one that is not there yet
     */
    public static Relation of(TableName table, String name) {
        String known = name.toLowerCase(Locale.ROOT);
        if (known.equals("snapshots")) {
            return new TableFacts(table, known, SNAPSHOTS, SystemTables::snapshots);
        } else if (known.equals("options")) {
            return new TableFacts(table, known, OPTIONS, SystemTables::options);
        } else if (NOT_YET.contains(known)) {
            throw LakelogException.unsupported("system table " + table.table() + "$" + name + " is not supported yet");
        }
        throw new LakelogException(
                ErrorCode.TABLE_NOT_FOUND,
                "there is no system table '" + table.table() + "$" + name + "'" + NearMatch.hint(name, KNOWN));
    }

    private static List<List<@Nullable Object>> snapshots(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (SnapshotInfo snapshot : table.snapshots()) {
            rows.add(Arrays.asList(
                    snapshot.snapshotId(),
                    snapshot.schemaId(),
                    snapshot.commitUser(),
                    snapshot.commitIdentifier(),
                    snapshot.commitKind(),
                    LocalDateTime.ofInstant(Instant.ofEpochMilli(snapshot.commitTimeMillis()), session.zone()),
                    snapshot.baseManifestList(),
                    snapshot.deltaManifestList(),
                    snapshot.changelogManifestList(),
                    snapshot.totalRecordCount(),
                    snapshot.deltaRecordCount(),
                    snapshot.changelogRecordCount(),
                    null));
        }
        return rows;
    }

    private static List<List<@Nullable Object>> options(Table table, Session session) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        new TreeMap<>(table.schema().options()).forEach((key, value) -> rows.add(Arrays.asList(key, value)));
        return rows;
    }
}
