package io.lakelog.examples;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The storage engine without SQL: a warehouse is opened, written in batches, scanned and followed. */
public final class StorageApi {
    private static final TableName STOCK = new TableName("default", "stock");
    private static final RowType COLUMNS =
            RowType.of(List.of("item", "pieces"), List.of(DataType.STRING, DataType.BIGINT));
    private static final int[] ALL = {0, 1};

    private StorageApi() {}

    public static void main(String[] arguments) {
        run(Path.of(arguments[0]), System.out);
    }

    static void run(Path warehouse, PrintStream out) {
        Catalog catalog =
                Catalog.open(Environment.local(), warehouse.toAbsolutePath().toString());
        catalog.createTable(
                STOCK,
                new TableDefinition(COLUMNS, List.of("item"), List.of(), Map.of("changelog-producer", "lookup"), null));
        Table table = catalog.table(STOCK);

        write(table, RowKind.INSERT, "apple", 10, "pear", 5);
        write(table, RowKind.INSERT, "apple", 12);
        write(table, RowKind.DELETE, "pear", 5);

        out.println("rows:");
        try (BatchSource rows = table.scan(new ScanRequest(ALL, null, OptionalLong.empty()))) {
            for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    out.println("  " + value(batch.column(0), 0, i) + " " + value(batch.column(1), 1, i));
                }
            }
        }
        out.println("changes:");
        try (BatchSource changes = table.changes(new ChangesRequest(ALL, 0, OptionalLong.empty()))) {
            for (Batch batch = changes.next(); batch != null; batch = changes.next()) {
                int[] kinds = ((Column.Ints) batch.column(0)).values;
                long[] snapshots = ((Column.Longs) batch.column(1)).values;
                int first = ChangesRequest.METADATA_COLUMNS;
                for (int i = 0; i < batch.size(); i++) {
                    out.println("  " + snapshots[i] + " " + RowKind.of(kinds[i]).text() + " "
                            + value(batch.column(first), 0, i) + " " + value(batch.column(first + 1), 1, i));
                }
            }
        }
    }

    /** Each call is one commit: one snapshot with the rows and their changes. */
    private static void write(Table table, RowKind kind, Object... itemsAndPieces) {
        BatchBuilder batch = new BatchBuilder(COLUMNS);
        for (int i = 0; i < itemsAndPieces.length; i += 2) {
            Values.append(batch.column(0), COLUMNS.type(0), itemsAndPieces[i]);
            Values.append(batch.column(1), COLUMNS.type(1), itemsAndPieces[i + 1]);
        }
        try (TableWrite write = table.newWrite(OptionalLong.empty())) {
            write.write(batch.build(), kind);
            write.commit();
        }
    }

    private static Object value(Column column, int position, int row) {
        return String.valueOf(Values.get(column, COLUMNS.type(position), row));
    }
}
