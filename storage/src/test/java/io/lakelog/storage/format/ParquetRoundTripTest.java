package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.type.RowType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

class ParquetRoundTripTest {
    private static final FileSystem FILES = new LocalFileSystem();

    @Property(tries = 150)
    void whatIsWrittenIsRead(@ForAll long seed) throws Exception {
        RandomRows random = new RandomRows(seed);
        RowType type = random.rowType();
        List<@Nullable Object[]> rows = random.rows(type, random.random().nextInt(6000));
        ParquetWriteOptions options = options(random);
        Path file = Files.createTempFile("lakelog", ".parquet");
        Files.delete(file);
        try {
            ParquetFileInfo info = write(file.toString(), type, random.batches(type, rows), options);
            assertThat(info.sizeBytes()).isEqualTo(Files.size(file));
            assertThat(info.rows()).isEqualTo(rows.size());
            assertThat(read(file.toString(), info.sizeBytes(), type)).isEqualTo(RandomRows.values(rows));
        } finally {
            Files.deleteIfExists(file);
        }
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

    static List<List<@Nullable Object>> read(String path, long length, RowType type) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (ParquetRowReader reader = ParquetRowReader.open(FILES, path, length, type, null)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                assertThat(batch.size()).isPositive();
                rows.addAll(RandomRows.values(batch, type));
            }
            assertThat(reader.rowCount()).isEqualTo(rows.size());
        }
        return rows;
    }
}
