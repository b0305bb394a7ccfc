package io.lakelog.sql.exec;

import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table at one snapshot.
 *
 * @param snapshotId the snapshot, or null for the newest when the statement runs
 */
public record TableState(
        TableName table, RowType rowType, @Nullable Long snapshotId) implements Relation {
    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        if (snapshotId != null) {
            return context.table(table)
                    .asOf(snapshotId)
                    .scan(new ScanRequest(columns, hint, OptionalLong.of(snapshotId)));
        }
        RowsInPlace replacement = context.replacement(table);
        if (replacement != null) {
            return replacement.open(columns, hint);
        }
        return context.scan(table, columns, hint);
    }

    @Override
    public String describe() {
        return snapshotId == null ? table.toString() : table + " at snapshot " + snapshotId;
    }
}
