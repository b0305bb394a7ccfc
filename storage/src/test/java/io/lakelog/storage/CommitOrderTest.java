package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The order of file operations of a commit, pinned: a sync that goes missing is a line that goes missing. */
class CommitOrderTest {
    @Test
    void filesThenDirectoriesThenTheSnapshot() {
        AtomicInteger unique = new AtomicInteger();
        RecordingFileSystem files = new RecordingFileSystem(
                new MemoryFileSystem(), path -> path.replaceFirst("^/warehouse/default.db/t", "."));
        Environment environment = new Environment(
                files,
                Clock.fixed(Instant.parse("2024-01-01T00:00:00Z"), ZoneOffset.UTC),
                () -> String.valueOf(unique.incrementAndGet()));
        Catalog catalog = Catalog.open(environment, "/warehouse");
        TableName name = new TableName("default", "t");
        catalog.createTable(
                name,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of("changelog-producer", "lookup"),
                        null));
        TestTable table = new TestTable(catalog.table(name));
        files.take();

        table.upsert(row(1, "a"));

        List<String> durable = files.take().stream()
                .filter(line -> line.matches("(create|sync|syncDirectory|createIfAbsent|replace|delete) .*"))
                .map(line -> line.replaceAll(", \\d+ bytes", ""))
                .toList();
        assertThat(durable)
                .containsExactly(
                        "create ./bucket-0/changelog-2.parquet",
                        "create ./bucket-0/data-3.parquet",
                        "sync ./bucket-0/data-3.parquet",
                        "sync ./bucket-0/changelog-2.parquet",
                        "create ./manifest/manifest-4",
                        "sync ./manifest/manifest-4",
                        "create ./manifest/manifest-list-5",
                        "sync ./manifest/manifest-list-5",
                        "create ./manifest/manifest-list-6",
                        "sync ./manifest/manifest-list-6",
                        "create ./manifest/manifest-7",
                        "sync ./manifest/manifest-7",
                        "create ./manifest/manifest-list-8",
                        "sync ./manifest/manifest-list-8",
                        "syncDirectory ./bucket-0",
                        "syncDirectory ./manifest",
                        "createIfAbsent ./snapshot/snapshot-1",
                        "replace ./snapshot/LATEST",
                        "replace ./snapshot/EARLIEST");
    }
}
