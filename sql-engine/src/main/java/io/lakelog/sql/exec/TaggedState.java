package io.lakelog.sql.exec;

import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The rows of a table at the snapshot that a tag means when the statement runs. */
public record TaggedState(TableName table, RowType rowType, String tag) implements Relation {
    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        Table opened = context.table(table);
        long snapshotId = opened.tagSnapshot(tag);
        if (!opened.schemaAt(snapshotId).rowType().equals(rowType)) {
            throw new LakelogException(
                    ErrorCode.CONFLICT,
                    "tag '" + tag + "' of " + table
                            + " means a state with other columns now; prepare the statement again");
        }
        return opened.scan(new ScanRequest(columns, hint, OptionalLong.of(snapshotId)));
    }

    @Override
    public String describe() {
        return table + " at tag '" + tag + "'";
    }
}
