package io.lakelog.tck.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.paimon.catalog.Catalog;
import org.apache.paimon.catalog.CatalogContext;
import org.apache.paimon.catalog.CatalogFactory;
import org.apache.paimon.catalog.Identifier;
import org.apache.paimon.data.BinaryString;
import org.apache.paimon.data.Decimal;
import org.apache.paimon.data.GenericRow;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.data.Timestamp;
import org.apache.paimon.disk.IOManager;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.schema.Schema;
import org.apache.paimon.table.Table;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.sink.StreamWriteBuilder;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.table.source.Split;
import org.apache.paimon.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** The Paimon library, one streaming writer that waits for its compaction, as the changelog needs. */
final class PaimonContender implements Contender {
    private static final Identifier ORDERS = Identifier.create("db", "orders");

    private final Path directory;
    private final Catalog catalog;
    private @Nullable Writer writer;

    private record Writer(StreamTableWrite write, StreamTableCommit commit) {}

    private long commitIdentifier;

    PaimonContender(Path directory) {
        this.directory = directory;
        catalog = CatalogFactory.createCatalog(CatalogContext.create(
                new org.apache.paimon.fs.Path(directory.resolve("warehouse").toUri())));
    }

    @Override
    public void create(int buckets) throws Exception {
        catalog.createDatabase("db", true);
        Schema schema = Schema.newBuilder()
                .column("order_id", DataTypes.BIGINT().notNull())
                .column("customer_id", DataTypes.BIGINT())
                .column("status", DataTypes.STRING())
                .column("amount", DataTypes.DECIMAL(10, 2))
                .column("note", DataTypes.STRING())
                .column("updated_at", DataTypes.TIMESTAMP(3))
                .primaryKey("order_id")
                .option("bucket", Integer.toString(buckets))
                .option("changelog-producer", "lookup")
                .option("changelog-producer.row-deduplicate", "true")
                .build();
        catalog.createTable(ORDERS, schema, false);
    }

    private Writer writer() throws Exception {
        if (writer == null) {
            Table table = catalog.getTable(ORDERS);
            StreamWriteBuilder builder = table.newStreamWriteBuilder().withCommitUser("bench");
            StreamTableWrite write = builder.newWrite();
            write.withIOManager(IOManager.create(
                    Files.createDirectories(directory.resolve("spill")).toString()));
            writer = new Writer(write, builder.newCommit());
        }
        return writer;
    }

    @Override
    public void upsert(Orders block) throws Exception {
        Writer open = writer();
        for (int i = 0; i < block.ids.length; i++) {
            open.write()
                    .write(GenericRow.of(
                            block.ids[i],
                            block.customers[i],
                            BinaryString.fromString(block.statuses[i]),
                            Decimal.fromUnscaledLong(block.cents[i], 10, 2),
                            BinaryString.fromString(block.notes[i]),
                            Timestamp.fromEpochMillis(block.millis[i])));
        }
        long identifier = commitIdentifier++;
        open.commit().commit(identifier, open.write().prepareCommit(true, identifier));
    }

    @Override
    public Totals read() throws Exception {
        ReadBuilder read = catalog.getTable(ORDERS).newReadBuilder();
        List<Split> splits = read.newScan().plan().splits();
        long[] totals = new long[2];
        for (Split split : splits) {
            try (RecordReader<InternalRow> reader = read.newRead().createReader(split)) {
                reader.forEachRemaining(row -> {
                    totals[0]++;
                    totals[1] += Orders.digest(
                            row.getLong(0),
                            row.getLong(1),
                            row.getDecimal(3, 10, 2).toUnscaledLong(),
                            row.getTimestamp(5, 3).getMillisecond(),
                            row.getString(2).getSizeInBytes(),
                            row.getString(4).getSizeInBytes());
                });
            }
        }
        return new Totals(totals[0], totals[1]);
    }

    @Override
    public void close() throws Exception {
        if (writer != null) {
            writer.write().close();
            writer.commit().close();
        }
        catalog.close();
    }
}
