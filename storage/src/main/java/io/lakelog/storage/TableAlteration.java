package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.SchemaEvolution;
import io.lakelog.storage.schema.TableSchema;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Gives a table its next schema: made from the newest one, published under the next id unless another process was first,
 * and then made again. Commits of this process wait meanwhile, so that none is half under the old schema.
 *
 * @param opened opens the table under its newest schema
 */
record TableAlteration(Supplier<LakeTable> opened) {
    void apply(List<SchemaChange> changes) {
        LakeTable first = opened.get();
        first.files().commitLock.lock();
        try {
            boolean done = false;
            while (!done) {
                done = attempt(opened.get(), changes);
            }
        } finally {
            first.files().commitLock.unlock();
        }
    }

    /** @return whether the table now has its changes */
    private static boolean attempt(LakeTable table, List<SchemaChange> changes) {
        TableSchema old = table.schema();
        boolean written = table.latestSnapshotId().isPresent();
        TableSchema next = SchemaEvolution.apply(
                old, changes, written, table.files().environment.clock().millis());
        if (next.equals(old)) {
            return true;
        }
        if (written && SchemaEvolution.needsCompaction(old, next)) {
            SchemaEvolution.forbiddenNulls(old, next).forEach(position -> checkNoNulls(table, next, position));
            // Without a key no version is older than another.
            if (!old.primaryKeys().isEmpty()) {
                new TableCompaction(table).run(bucket -> true, true);
            }
        }
        return table.files().schemas.create(next);
    }

    private static void checkNoNulls(LakeTable table, TableSchema next, int position) {
        int id = next.rowType().field(position).id();
        int column = 0;
        while (table.schema().rowType().field(column).id() != id) {
            column++;
        }
        try (BatchSource rows =
                table.scan(new ScanRequest(new int[] {column}, new Predicate.IsNull(column), OptionalLong.empty()))) {
            for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                for (int row = 0; row < batch.size(); row++) {
                    if (batch.column(0).isNull(row)) {
                        throw new LakelogException(
                                ErrorCode.NULL_VALUE,
                                "column '" + next.rowType().field(position).name() + "' of table " + table.name()
                                        + " cannot become NOT NULL: rows that are there have NULL in it; UPDATE or"
                                        + " DELETE them first");
                    }
                }
            }
        }
    }
}
