package io.lakelog.sql.exec;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code t$audit_log}: all changes that can be read, with their kind in front. */
record AuditLog(RowType rowType, TableChanges changes) implements Relation {
    private static final String ROW_KIND = "rowkind";

    static AuditLog of(TableName table, RowType tableType) {
        List<String> names = new ArrayList<>(List.of(ROW_KIND));
        List<DataType> types = new ArrayList<>(List.of(DataType.varchar(2).notNull()));
        List<String> changeNames = new ArrayList<>(List.of("0", "1", "2", "3"));
        List<DataType> changeTypes = new ArrayList<>(List.of(
                DataType.varchar(2).notNull(),
                DataType.BIGINT.notNull(),
                DataType.BIGINT.notNull(),
                DataType.timestamp(3).notNull()));
        for (int i = 0; i < tableType.size(); i++) {
            names.add(tableType.field(i).name());
            // A column that was added later has NULL in older changes.
            types.add(tableType.type(i).withNullable(true));
            changeNames.add(tableType.field(i).name());
            changeTypes.add(tableType.type(i).withNullable(true));
        }
        return new AuditLog(
                RowType.of(names, types),
                new TableChanges(table, RowType.of(changeNames, changeTypes), LongTerm.constant(0), null, null, false));
    }

    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        int[] inChanges = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            inChanges[i] = columns[i] == 0 ? 0 : columns[i] - 1 + ChangesRequest.METADATA_COLUMNS;
        }
        return changes.open(context, inChanges, null);
    }

    @Override
    public String describe() {
        return "audit log of " + changes.table();
    }
}
