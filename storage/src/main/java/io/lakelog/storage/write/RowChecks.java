package io.lakelog.storage.write;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** What every row must be before it is taken: no NULL where none is allowed, no date outside of SQL's years. Immutable. */
final class RowChecks {
    private static final int DAY_MIN = (int) LocalDate.of(1, 1, 1).toEpochDay();
    private static final int DAY_MAX = (int) LocalDate.of(9999, 12, 31).toEpochDay();
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final RowType columns;
    private final String table;

    RowChecks(RowType columns, String table) {
        this.columns = columns;
        this.table = table;
    }

    /** NULL_VALUE or DATETIME_OVERFLOW, naming the column. */
    void check(Batch batch) {
        for (int c = 0; c < batch.width(); c++) {
            Field field = columns.field(c);
            if (!field.type().nullable()) {
                checkNulls(batch.column(c), null, "column '" + field.name() + "'");
            }
            checkValues(batch.column(c), field.type(), null, field);
        }
    }

    /** @param missing where the value around is NULL, so that nothing is there; null if it never is */
    private void checkNulls(Column column, boolean @Nullable [] missing, String what) {
        boolean[] nulls = column.nulls();
        if (nulls == null) {
            return;
        }
        for (int i = 0; i < column.size(); i++) {
            if (nulls[i] && (missing == null || !missing[i])) {
                throw new LakelogException(
                        ErrorCode.NULL_VALUE, "NULL in " + what + " of table " + table + ", which is NOT NULL");
            }
        }
    }

    private void checkValues(Column column, DataType type, boolean @Nullable [] missing, Field field) {
        switch (type.kind()) {
            case DATE -> {
                int[] days = ((Column.Ints) column).values;
                for (int i = 0; i < column.size(); i++) {
                    checkRange(days[i] >= DAY_MIN && days[i] <= DAY_MAX, column, missing, i, field);
                }
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                long[] micros = column instanceof Column.Nanos fine ? fine.micros : ((Column.Longs) column).values;
                for (int i = 0; i < column.size(); i++) {
                    boolean inRange =
                            micros[i] >= DAY_MIN * MICROS_PER_DAY && micros[i] < (DAY_MAX + 1L) * MICROS_PER_DAY;
                    checkRange(inRange, column, missing, i, field);
                }
            }
            case ARRAY, MAP, MULTISET -> {
                Column.Lists lists = (Column.Lists) column;
                for (int i = 0; i < lists.children.size(); i++) {
                    DataType item = type.children().get(i).type();
                    checkInner(lists.children.get(i), isKey(type, i) ? item.notNull() : item, null, field);
                }
            }
            case ROW -> {
                Column.Structs rows = (Column.Structs) column;
                boolean[] inner = either(missing, column.nulls(), column.size());
                for (int i = 0; i < rows.children.size(); i++) {
                    checkInner(rows.children.get(i), type.children().get(i).type(), inner, field);
                }
            }
            default -> {}
        }
    }

    private static boolean isKey(DataType type, int child) {
        return type.children().size() == 2 && child == 0 && type.layout() == DataType.Layout.LIST;
    }

    private void checkInner(Column column, DataType type, boolean @Nullable [] missing, Field field) {
        if (!type.nullable()) {
            checkNulls(column, missing, "a value of type " + type.sql() + " within column '" + field.name() + "'");
        }
        checkValues(column, type, missing, field);
    }

    private static boolean @Nullable [] either(boolean @Nullable [] a, boolean @Nullable [] b, int size) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        boolean[] both = new boolean[size];
        for (int i = 0; i < size; i++) {
            both[i] = a[i] || b[i];
        }
        return both;
    }

    private void checkRange(boolean inRange, Column column, boolean @Nullable [] missing, int row, Field field) {
        if (!inRange && !column.isNull(row) && (missing == null || !missing[row])) {
            throw new LakelogException(
                    ErrorCode.DATETIME_OVERFLOW,
                    "a value for column '" + field.name() + "' of table " + table
                            + " lies outside the years 1 to 9999 of "
                            + field.type().sql());
        }
    }
}
