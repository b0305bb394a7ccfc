package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetRoundTripTest {
    private static final FileSystem FILES = new LocalFileSystem();

    @Property(tries = 150)
    void whatIsWrittenIsRead(@ForAll long seed) throws Exception {
        RandomRows random = new RandomRows(seed);
        check(random, random.rowType(), 6000);
    }

    @Property(tries = 100)
    void nestedValuesToo(@ForAll long seed) throws Exception {
        RandomRows random = new RandomRows(seed);
        check(random, random.nestedRowType(), 400);
    }

    private static void check(RandomRows random, RowType type, int rowsMax) throws Exception {
        List<@Nullable Object[]> rows = random.rows(type, random.random().nextInt(rowsMax));
        ParquetWriteOptions options = options(random);
        Path file = Files.createTempFile("lakelog", ".parquet");
        Files.delete(file);
        try {
            ParquetFileInfo info = write(file.toString(), type, random.batches(type, rows), options);
            assertThat(info.sizeBytes()).isEqualTo(Files.size(file));
            assertThat(info.rows()).isEqualTo(rows.size());
            for (int i = 0; i < type.size(); i++) {
                assertThat(comparable(info.columns().get(i))).isEqualTo(comparable(bounds(type.type(i), rows, i)));
            }
            assertThat(read(file.toString(), info.sizeBytes(), type, false)).isEqualTo(RandomRows.values(rows));
            assertThat(read(file.toString(), info.sizeBytes(), type, true)).isEqualTo(RandomRows.values(rows));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** Memory for a file that is merged must not grow with its rows. */
    @Test
    void lentBatchesLieInTheSameArrays(@TempDir Path directory) {
        RowType type = RowType.of(
                List.of("i", "l", "d", "s"), List.of(DataType.INT, DataType.BIGINT, DataType.DOUBLE, DataType.STRING));
        BatchBuilder rows = new BatchBuilder(type);
        for (int i = 0; i < 10 * Batch.TARGET_ROWS; i++) {
            ((IntsBuilder) rows.column(0)).append(i % 9);
            ((LongsBuilder) rows.column(1)).append(i);
            ((DoublesBuilder) rows.column(2)).append(i);
            ((BytesBuilder) rows.column(3)).append(new byte[] {(byte) (i % 5)});
        }
        String path = directory.resolve("f.parquet").toString();
        ParquetFileInfo info = write(path, type, List.of(rows.build()), ParquetWriteOptions.DEFAULT);
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        int batches = 0;
        try (ParquetRowReader reader = ParquetRowReader.open(FILES, path, info.sizeBytes(), type, null, true)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                arrays.add(((Column.Ints) batch.column(0)).values);
                arrays.add(((Column.Longs) batch.column(1)).values);
                arrays.add(((Column.Doubles) batch.column(2)).values);
                arrays.add(((Column.Bytes) batch.column(3)).data);
                batches++;
            }
        }
        assertThat(batches).isEqualTo(10);
        assertThat(arrays).hasSize(4);
    }

    private static ParquetFileInfo.ColumnBounds bounds(DataType type, List<@Nullable Object[]> rows, int column) {
        List<Object> values = new ArrayList<>();
        for (Object[] row : rows) {
            Object value = row[column];
            if (value != null) {
                values.add(value);
            }
        }
        int nulls = rows.size() - values.size();
        boolean unordered =
                type.layout() == DataType.Layout.NANOS || type.kind().isNested();
        if (values.isEmpty() || unordered || values.contains(Double.NaN) || values.contains(Float.NaN)) {
            return new ParquetFileInfo.ColumnBounds(null, null, nulls);
        }
        values.sort((a, b) -> ParquetPruningTest.order(type, a, b));
        return new ParquetFileInfo.ColumnBounds(values.get(0), values.get(values.size() - 1), nulls);
    }

    /** Zeros without their sign, for bounds are widened to both; binary as text. */
    private static List<@Nullable Object> comparable(ParquetFileInfo.ColumnBounds bounds) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Object value : new Object[] {bounds.min(), bounds.max(), bounds.nulls()}) {
            if (value instanceof Double real) {
                values.add(real + 0.0);
            } else if (value instanceof Float real) {
                values.add(real + 0.0f);
            } else {
                values.add(value instanceof byte[] bytes ? Arrays.toString(bytes) : value);
            }
        }
        return values;
    }

    static ParquetWriteOptions options(RandomRows random) {
        ParquetCodec[] codecs = ParquetCodec.values();
        return ParquetWriteOptions.DEFAULT
                .withCodec(codecs[random.random().nextInt(codecs.length)])
                .withDictionary(random.random().nextInt(4) > 0)
                .withRowGroupBytes(1 + random.random().nextInt(200_000))
                .withPages(
                        1 + random.random().nextInt(20_000), 1 + random.random().nextInt(3000));
    }

    static ParquetFileInfo write(String path, RowType type, List<Batch> batches, ParquetWriteOptions options) {
        try (ParquetRowWriter writer = ParquetRowWriter.create(FILES, path, type, options)) {
            for (Batch batch : batches) {
                writer.write(batch);
            }
            return writer.finish();
        }
    }

    static List<List<@Nullable Object>> read(String path, long length, RowType type, boolean lends) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (ParquetRowReader reader = ParquetRowReader.open(FILES, path, length, type, null, lends)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                assertThat(batch.size()).isPositive();
                rows.addAll(RandomRows.values(batch, type));
            }
            assertThat(reader.rowCount()).isEqualTo(rows.size());
        }
        return rows;
    }
}
