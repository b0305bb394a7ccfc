package io.lakelog.sql.exec;

import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** {@code t$ro}: the rows as the last full compactions left them, which are read without merging. */
record CompactedState(TableName table, RowType rowType) implements Relation {
    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        OptionalLong newest = context.snapshot(table);
        return newest.isEmpty()
                ? BatchSource.empty()
                : context.table(table).scanCompacted(new ScanRequest(columns, hint, newest));
    }

    @Override
    public String describe() {
        return table + " as compacted";
    }
}
