package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that is killed in a transaction larger than its memory has no file with a name to leave behind. */
class SpillLeavesNothingTest {
    private static final long SMALL_MEMORY = 8 << 10;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    @EnabledOnOs(OS.LINUX)
    void thereIsNoTemporaryFileToBeLeft(String producer) throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("tmp-" + producer));
        Environment environment = new Environment(
                new LocalFileSystem(),
                Clock.systemUTC(),
                () -> UUID.randomUUID().toString(),
                temporary.toString(),
                SMALL_MEMORY,
                false);
        TableName name = new TableName("default", "t");
        try (Catalog catalog =
                Catalog.open(environment, directory.resolve(producer).toString())) {
            catalog.createTable(
                    name,
                    new TableDefinition(
                            RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                            List.of("id"),
                            List.of(),
                            Map.of("changelog-producer", producer),
                            null));
            TestTable table = new TestTable(catalog.table(name));
            try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
                for (int from = 0; from < 3000; from += 100) {
                    List<List<Object>> rows = new ArrayList<>();
                    for (int id = from; id < from + 100; id++) {
                        rows.add(row(id % 2000, "value " + id));
                    }
                    write.write(table.batch(rows), RowKind.INSERT);
                }
                assertThat(names(temporary)).isEmpty();
                assertThat(descriptors(temporary)).isPositive();
                write.commit();
            }
            assertThat(descriptors(temporary)).isZero();
            assertThat(table.rows()).hasSize(2000).contains(row(5, "value 2005"), row(1500, "value 1500"));
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString).toList();
        }
    }

    /** How many files of a directory are open that have no name any more. */
    private static int descriptors(Path directory) throws IOException {
        int found = 0;
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            for (Path link : all.toList()) {
                try {
                    found += Files.readSymbolicLink(link).toString().startsWith(directory + "/lakelog-spill-") ? 1 : 0;
                } catch (IOException closedMeanwhile) {
                    continue;
                }
            }
        }
        return found;
    }
}
