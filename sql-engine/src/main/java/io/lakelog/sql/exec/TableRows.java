package io.lakelog.sql.exec;

import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.MappedSource;
import io.lakelog.storage.type.RowType;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The newest rows of a table without a key, each with the number by which it can be taken out.
 *
 * @param rowType the table's columns, then the number
 */
public record TableRows(TableName table, RowType rowType) implements Relation {
    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        OptionalLong newest = context.snapshot(table);
        if (newest.isEmpty()) {
            return BatchSource.empty();
        }
        int idColumn = rowType.size() - 1;
        int[] read = Arrays.stream(columns).filter(column -> column != idColumn).toArray();
        int[] output = new int[columns.length];
        int next = 0;
        for (int i = 0; i < columns.length; i++) {
            output[i] = columns[i] == idColumn ? read.length : next++;
        }
        BatchSource rows = context.table(table).scanWithRowIds(new ScanRequest(read, hint, newest));
        return new MappedSource(
                rows,
                batch -> columns.length == 0 ? new Batch(batch.size(), java.util.List.of()) : batch.project(output));
    }

    @Override
    public String describe() {
        return "rows of " + table;
    }
}
