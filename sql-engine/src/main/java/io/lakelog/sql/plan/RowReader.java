package io.lakelog.sql.plan;

import io.lakelog.sql.semantics.NanosFunctions;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Turns rows of a batch into what Calcite's generated code takes: an array, or the bare value for one column. Timestamps are
 * microseconds or nanoseconds there (see {@code semantics}), an ARRAY and a ROW are Lists, a MAP is a Map. Pure;
 * thread-safe.
 */
final class RowReader {
    private final Cell[] cells;

    private RowReader(Cell[] cells) {
        this.cells = cells;
    }

    static RowReader of(RowType rowType) {
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < rowType.size(); i++) {
            cells.add(cell(rowType.type(i)));
        }
        return new RowReader(cells.toArray(Cell[]::new));
    }

    @Nullable
    Object row(Batch batch, int row) {
        if (cells.length == 1) {
            return value(batch.column(0), cells[0], row);
        }
        Object[] values = new Object[cells.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(batch.column(i), cells[i], row);
        }
        return values;
    }

    private static @Nullable Object value(Column column, Cell cell, int row) {
        return column.isNull(row) ? null : cell.read(column, row);
    }

    private static Cell cell(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> (column, row) -> ((Column.Booleans) column).values[row];
            case TINYINT -> (column, row) -> (byte) ((Column.Ints) column).values[row];
            case SMALLINT -> (column, row) -> (short) ((Column.Ints) column).values[row];
            case INT, DATE, TIME -> (column, row) -> ((Column.Ints) column).values[row];
            case BIGINT -> (column, row) -> ((Column.Longs) column).values[row];
            case TIMESTAMP, TIMESTAMP_LTZ ->
                type.length() <= 6
                        ? (column, row) -> ((Column.Longs) column).values[row]
                        : (column, row) -> {
                            Column.Nanos fine = (Column.Nanos) column;
                            return NanosFunctions.of(fine.micros[row], fine.nanos[row]);
                        };
            case FLOAT -> (column, row) -> ((Column.Floats) column).values[row];
            case DOUBLE -> (column, row) -> ((Column.Doubles) column).values[row];
            case DECIMAL -> (column, row) -> java.util.Objects.requireNonNull(Values.get(column, type, row));
            case CHAR, VARCHAR -> (column, row) -> text((Column.Bytes) column, row);
            case BINARY, VARBINARY -> (column, row) -> new ByteString(Values.bytes(column, row));
            case ARRAY -> {
                Cell element = cell(type.children().get(0).type());
                yield (column, row) -> list((Column.Lists) column, 0, element, row);
            }
            case MAP, MULTISET -> {
                Cell key = cell(type.children().get(0).type());
                Cell value = cell(type.children().get(1).type());
                yield (column, row) -> map((Column.Lists) column, key, value, row);
            }
            case ROW -> {
                List<Cell> fields = new ArrayList<>();
                type.children().forEach(field -> fields.add(cell(field.type())));
                yield (column, row) -> fields((Column.Structs) column, fields, row);
            }
        };
    }

    private static List<@Nullable Object> list(Column.Lists lists, int child, Cell cell, int row) {
        List<@Nullable Object> items = new ArrayList<>(lists.length(row));
        for (int i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) {
            items.add(value(lists.children.get(child), cell, i));
        }
        return items;
    }

    private static Map<@Nullable Object, @Nullable Object> map(Column.Lists lists, Cell key, Cell value, int row) {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) {
            entries.put(value(lists.children.get(0), key, i), value(lists.children.get(1), value, i));
        }
        return entries;
    }

    private static List<@Nullable Object> fields(Column.Structs rows, List<Cell> cells, int row) {
        @Nullable Object[] values = new Object[cells.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(rows.children.get(i), cells.get(i), row);
        }
        return Arrays.asList(values);
    }

    private static String text(Column.Bytes column, int row) {
        return new String(column.data, column.offsets[row], column.length(row), StandardCharsets.UTF_8);
    }

    /** Reads one value that is not null. */
    @FunctionalInterface
    private interface Cell {
        Object read(Column column, int row);
    }
}
