package io.lakelog.tck.bench;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Lakelog's storage, written and read in batches. */
final class StorageContender implements Contender {
    private static final TableName ORDERS = new TableName("default", "orders");
    private static final RowType TYPE = RowType.of(
            List.of("order_id", "customer_id", "status", "amount", "note", "updated_at"),
            List.of(
                    DataType.BIGINT,
                    DataType.BIGINT,
                    DataType.STRING,
                    DataType.decimal(10, 2),
                    DataType.STRING,
                    DataType.timestamp(3)));

    private final Catalog catalog;
    private @Nullable Table table;

    StorageContender(Path directory) {
        catalog =
                Catalog.open(Environment.local(), directory.resolve("warehouse").toString());
    }

    @Override
    public void create(int buckets) {
        catalog.createTable(
                ORDERS,
                new TableDefinition(
                        TYPE,
                        List.of("order_id"),
                        List.of(),
                        Map.of("bucket", Integer.toString(buckets), "changelog-producer", "lookup"),
                        null));
    }

    private Table table() {
        if (table == null) {
            table = catalog.table(ORDERS);
        }
        return table;
    }

    @Override
    public void upsert(Orders block) {
        try (TableWrite write = table().newWrite(OptionalLong.empty())) {
            for (int from = 0; from < block.ids.length; from += Batch.TARGET_ROWS) {
                write.write(batch(block, from, Math.min(from + Batch.TARGET_ROWS, block.ids.length)), RowKind.INSERT);
            }
            write.commit();
        }
    }

    private static Batch batch(Orders block, int from, int to) {
        BatchBuilder builder = new BatchBuilder(TYPE);
        LongsBuilder ids = (LongsBuilder) builder.column(0);
        LongsBuilder customers = (LongsBuilder) builder.column(1);
        BytesBuilder statuses = (BytesBuilder) builder.column(2);
        LongsBuilder amounts = (LongsBuilder) builder.column(3);
        BytesBuilder notes = (BytesBuilder) builder.column(4);
        LongsBuilder times = (LongsBuilder) builder.column(5);
        for (int i = from; i < to; i++) {
            ids.append(block.ids[i]);
            customers.append(block.customers[i]);
            statuses.append(block.statuses[i].getBytes(StandardCharsets.UTF_8));
            amounts.append(block.cents[i]);
            notes.append(block.notes[i].getBytes(StandardCharsets.UTF_8));
            times.append(block.millis[i] * 1000);
        }
        return builder.build();
    }

    @Override
    public Totals read() {
        long rows = 0;
        long digest = 0;
        ScanRequest all = new ScanRequest(new int[] {0, 1, 2, 3, 4, 5}, null, OptionalLong.empty());
        try (BatchSource source = table().scan(all)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                rows += batch.size();
                digest += digest(batch);
            }
        }
        return new Totals(rows, digest);
    }

    private static long digest(Batch batch) {
        long[] ids = ((Column.Longs) batch.column(0)).values;
        long[] customers = ((Column.Longs) batch.column(1)).values;
        Column.Bytes statuses = (Column.Bytes) batch.column(2);
        long[] amounts = ((Column.Longs) batch.column(3)).values;
        Column.Bytes notes = (Column.Bytes) batch.column(4);
        long[] times = ((Column.Longs) batch.column(5)).values;
        long digest = 0;
        for (int i = 0; i < batch.size(); i++) {
            digest += Orders.digest(
                    ids[i], customers[i], amounts[i], times[i] / 1000, statuses.length(i), notes.length(i));
        }
        return digest;
    }

    @Override
    public void close() {}
}
