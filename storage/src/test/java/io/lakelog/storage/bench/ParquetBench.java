package io.lakelog.storage.bench;

import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.format.ParquetCodec;
import io.lakelog.storage.format.ParquetFileInfo;
import io.lakelog.storage.format.ParquetRowReader;
import io.lakelog.storage.format.ParquetRowWriter;
import io.lakelog.storage.format.ParquetWriteOptions;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How fast data files are written, read and looked into: a table of orders as the comparison with other engines uses it
 * (key, customer, one of six states, DECIMAL(10,2), a note of 40 bytes, TIMESTAMP(3); about 80 bytes a row), sorted by key
 * and with the columns of a keyed table in front. Prints one line for each round, by processor time; the last lines are the warm ones.
 *
 * <pre>
 * mvn -q test-compile exec:java -pl storage -Dexec.classpathScope=test \
 *     -Dexec.mainClass=io.lakelog.storage.bench.ParquetBench -Dexec.args="1000000 8"
 * </pre>
 *
 * Arguments: rows, rounds, codec (zstd), bytes of a page, rows of a page.
 */
public final class ParquetBench {
    private static final RowType ORDERS = RowType.of(
            List.of(
                    "_KEY_order_id",
                    "_SEQUENCE_NUMBER",
                    "_VALUE_KIND",
                    "order_id",
                    "customer_id",
                    "status",
                    "amount",
                    "note",
                    "updated_at"),
            List.of(
                    DataType.BIGINT.notNull(),
                    DataType.BIGINT.notNull(),
                    DataType.TINYINT.notNull(),
                    DataType.BIGINT.notNull(),
                    DataType.BIGINT,
                    DataType.STRING,
                    DataType.decimal(10, 2),
                    DataType.STRING,
                    DataType.timestamp(3)));

    private static final String[] STATES = {"CREATED", "PAID", "PACKED", "SHIPPED", "DELIVERED", "RETURNED"};
    private static final String[] WORDS = {"gift ", "fast ", "call ", "door ", "blue ", "late ", "safe ", "back "};
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

    private final Path directory;
    private final List<Batch> batches;
    private final int rows;
    private final ParquetWriteOptions options;

    private ParquetBench(Path directory, int rows, ParquetWriteOptions options) {
        this.directory = directory;
        this.rows = rows;
        this.options = options;
        this.batches = orders(rows);
    }

    public static void main(String[] arguments) throws IOException {
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        ParquetWriteOptions options = ParquetWriteOptions.DEFAULT;
        if (arguments.length > 2) {
            options = options.withCodec(ParquetCodec.of(arguments[2]));
        }
        if (arguments.length > 4) {
            options = options.withPages(Integer.parseInt(arguments[3]), Integer.parseInt(arguments[4]));
        }
        Path directory = Files.createTempDirectory("parquet-bench");
        try {
            ParquetBench bench = new ParquetBench(directory, rows, options);
            for (int round = 0; round < rounds; round++) {
                bench.round(round);
            }
        } finally {
            Files.delete(directory);
        }
    }

    private void round(int round) throws IOException {
        String path = directory.resolve("orders-" + round + ".parquet").toString();
        long start = cpu();
        ParquetFileInfo info = write(path);
        long written = cpu();
        long sum = read(path, info, ORDERS);
        long read = cpu();
        sum += read(path, info, ORDERS.project(new int[] {0, 1}));
        long keysRead = cpu();
        int lookups = 200;
        long fetched = lookUp(path, info, lookups);
        long end = cpu();
        System.out.printf(
                Locale.ROOT,
                "write %,.0f rows/s, read %,.0f rows/s, keys only %,.0f rows/s, look-up %,.0f us (%d rows each),"
                        + " %.1f bytes a row (%x)%n",
                perSecond(rows, written - start),
                perSecond(rows, read - written),
                perSecond(rows, keysRead - read),
                (end - keysRead) / 1e3 / lookups,
                fetched / lookups,
                (double) info.sizeBytes() / rows,
                sum & 0xff);
        Files.delete(Path.of(path));
    }

    private ParquetFileInfo write(String path) {
        try (ParquetRowWriter writer = ParquetRowWriter.create(new LocalFileSystem(), path, ORDERS, options)) {
            for (Batch batch : batches) {
                writer.write(batch);
            }
            return writer.finish();
        }
    }

    private long read(String path, ParquetFileInfo info, RowType columns) {
        long count = 0;
        try (ParquetRowReader reader =
                ParquetRowReader.open(new LocalFileSystem(), path, info.sizeBytes(), columns, null, false)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                count += batch.size();
            }
        }
        if (count != rows) {
            throw new IllegalStateException(count + " rows read of " + rows);
        }
        return count;
    }

    private long lookUp(String path, ParquetFileInfo info, int times) {
        Random random = new Random(1);
        long count = 0;
        for (int i = 0; i < times; i++) {
            Predicate key = new Predicate.Compare(0, Predicate.Operator.EQUAL, (long) random.nextInt(rows) * 3);
            try (ParquetRowReader reader =
                    ParquetRowReader.open(new LocalFileSystem(), path, info.sizeBytes(), ORDERS, key, false)) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    count += batch.size();
                }
            }
        }
        return count;
    }

    private static List<Batch> orders(int rows) {
        Random random = new Random(42);
        BatchBuilder builder = new BatchBuilder(ORDERS);
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            longs(builder, 0).append(i * 3L);
            longs(builder, 1).append(random.nextInt(rows));
            ((IntsBuilder) builder.column(2)).append(random.nextInt(10) == 0 ? 2 : 0);
            longs(builder, 3).append(i * 3L);
            longs(builder, 4).append(random.nextInt(200_000));
            bytes(builder, 5).append(STATES[random.nextInt(STATES.length)].getBytes(StandardCharsets.UTF_8));
            longs(builder, 6).append(random.nextInt(100_000));
            bytes(builder, 7).append(note(random));
            longs(builder, 8).append((1_700_000_000_000L + random.nextInt(1_000_000_000)) * 1000);
            if (builder.size() == Batch.TARGET_ROWS) {
                batches.add(builder.build());
            }
        }
        batches.add(builder.build());
        return batches;
    }

    private static byte[] note(Random random) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < 4; word++) {
            text.append(WORDS[random.nextInt(WORDS.length)]);
        }
        while (text.length() < 40) {
            text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static LongsBuilder longs(BatchBuilder builder, int column) {
        return (LongsBuilder) builder.column(column);
    }

    private static BytesBuilder bytes(BatchBuilder builder, int column) {
        return (BytesBuilder) builder.column(column);
    }

    /** Processor time of this thread in nanoseconds: on a busy machine it moves less than the clock. */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double perSecond(int count, long nanos) {
        return count * 1e9 / nanos;
    }
}
