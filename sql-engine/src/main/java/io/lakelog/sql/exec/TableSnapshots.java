package io.lakelog.sql.exec;

import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The snapshots of a table, as {@code t$snapshots} shows them, oldest first. */
public record TableSnapshots(TableName table) implements Relation {
    private static final RowType TYPE = RowType.of(
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

    @Override
    public RowType rowType() {
        return TYPE;
    }

    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        BatchBuilder builder = new BatchBuilder(TYPE);
        for (SnapshotInfo snapshot : context.table(table).snapshots()) {
            List<@Nullable Object> values = Arrays.asList(
                    snapshot.snapshotId(),
                    snapshot.schemaId(),
                    snapshot.commitUser(),
                    snapshot.commitIdentifier(),
                    snapshot.commitKind(),
                    LocalDateTime.ofInstant(
                            Instant.ofEpochMilli(snapshot.commitTimeMillis()),
                            context.session().zone()),
                    snapshot.baseManifestList(),
                    snapshot.deltaManifestList(),
                    snapshot.changelogManifestList(),
                    snapshot.totalRecordCount(),
                    snapshot.deltaRecordCount(),
                    snapshot.changelogRecordCount(),
                    null);
            for (int i = 0; i < TYPE.size(); i++) {
                Values.append(builder.column(i), TYPE.type(i), values.get(i));
            }
        }
        return BatchSource.of(List.of(builder.build().project(columns)));
    }

    @Override
    public String describe() {
        return "snapshots of " + table;
    }
}
