package io.lakelog.storage;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A table whose rows are plain lists, for tests. */
final class TestTable {
    final Table table;

    TestTable(Table table) {
        this.table = table;
    }

    /** A new table {@code default.t} of whole numbers {@code id}, the key, and {@code v}. */
    static TestTable create(Catalog catalog, Map<String, String> options) {
        TableName name = new TableName("default", "t");
        catalog.createTable(
                name,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.INT)),
                        List.of("id"),
                        List.of(),
                        options,
                        null));
        return new TestTable(catalog.table(name));
    }

    static List<@Nullable Object> row(@Nullable Object... values) {
        return Collections.unmodifiableList(Arrays.asList(values));
    }

    Batch batch(List<List<@Nullable Object>> rows) {
        RowType type = table.schema().rowType();
        BatchBuilder builder = new BatchBuilder(type);
        for (List<@Nullable Object> row : rows) {
            for (int c = 0; c < type.size(); c++) {
                Values.append(builder.column(c), type.type(c), row.get(c));
            }
        }
        return builder.build();
    }

    @SafeVarargs
    final long upsert(List<@Nullable Object>... rows) {
        return commit(RowKind.INSERT, List.of(rows));
    }

    @SafeVarargs
    final long delete(List<@Nullable Object>... rows) {
        return commit(RowKind.DELETE, List.of(rows));
    }

    long commit(RowKind kind, List<List<@Nullable Object>> rows) {
        try (TableWrite write = table.newWrite(OptionalLong.empty())) {
            for (int from = 0; from < rows.size(); from += 7) {
                write.write(batch(rows.subList(from, Math.min(rows.size(), from + 7))), kind);
            }
            return write.commit().orElse(0);
        }
    }

    List<List<@Nullable Object>> rows() {
        return rows(OptionalLong.empty());
    }

    List<List<@Nullable Object>> rowsAt(long snapshot) {
        return rows(OptionalLong.of(snapshot));
    }

    /** What a write would make of the newest state. */
    List<List<@Nullable Object>> rows(TableWrite write) {
        return rows(write.scan(new ScanRequest(all(table.schema().rowType()), null, OptionalLong.empty())));
    }

    /** What a view shows on the newest state. */
    List<List<@Nullable Object>> rows(TableWrite.View view) {
        return rows(view.scan(new ScanRequest(all(table.schema().rowType()), null, OptionalLong.empty())));
    }

    List<List<@Nullable Object>> rows(ScanRequest request) {
        return rows(table.scan(request));
    }

    private List<List<@Nullable Object>> rows(OptionalLong snapshot) {
        return rows(table.scan(new ScanRequest(all(table.schema().rowType()), null, snapshot)));
    }

    private List<List<@Nullable Object>> rows(BatchSource opened) {
        RowType type = table.schema().rowType();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchSource source = opened) {
            Batch batch;
            while ((batch = source.next()) != null) {
                for (int i = 0; i < batch.size(); i++) {
                    rows.add(values(batch, 0, type, i));
                }
            }
        }
        return rows;
    }

    /** Changes as {@code "<snapshot> <kind> <row>"}. */
    List<String> changes(long from) {
        RowType type = table.schema().rowType();
        List<String> changes = new ArrayList<>();
        try (BatchSource source = table.changes(new ChangesRequest(all(type), from, OptionalLong.empty()))) {
            Batch batch;
            while ((batch = source.next()) != null) {
                for (int i = 0; i < batch.size(); i++) {
                    int kind = ((Column.Ints) batch.column(0)).values[i];
                    long snapshot = ((Column.Longs) batch.column(1)).values[i];
                    changes.add(snapshot + " " + RowKind.of(kind).text() + " "
                            + values(batch, ChangesRequest.METADATA_COLUMNS, type, i));
                }
            }
        }
        return changes;
    }

    private static int[] all(RowType type) {
        int[] all = new int[type.size()];
        Arrays.setAll(all, i -> i);
        return all;
    }

    private static List<@Nullable Object> values(Batch batch, int first, RowType type, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int c = 0; c < type.size(); c++) {
            values.add(Values.get(batch.column(first + c), type.type(c), row));
        }
        return values;
    }
}
