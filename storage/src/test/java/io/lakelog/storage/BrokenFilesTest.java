package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is missing or cut is named; the answer is never shorter instead. */
class BrokenFilesTest {
    private static final TableName NAME = new TableName("default", "t");

    @TempDir
    Path warehouse;

    @BeforeEach
    void fill() {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of("changelog-producer", "lookup"),
                        null));
        TestTable table = new TestTable(catalog.table(NAME));
        table.upsert(row(1, "a"), row(2, "b"));
        table.upsert(row(1, "c"));
    }

    private TestTable open() {
        return new TestTable(
                Catalog.open(Environment.local(), warehouse.toString()).table(NAME));
    }

    private List<Path> files(String prefix) throws IOException {
        try (Stream<Path> all = Files.walk(warehouse)) {
            return all.filter(Files::isRegularFile)
                    .filter(path -> path.getFileName().toString().startsWith(prefix))
                    .sorted()
                    .toList();
        }
    }

    private static void isNamed(Path file, Runnable read) {
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining(file.getFileName().toString());
    }

    @Test
    void aMissingOrCutFileIsNamed() throws IOException {
        for (String prefix : List.of("data-", "changelog-", "manifest-")) {
            for (Path file : files(prefix)) {
                byte[] content = Files.readAllBytes(file);
                Runnable readAll = () -> {
                    TestTable table = open();
                    table.rows();
                    table.rowsAt(1);
                    table.changes(1);
                };
                Files.delete(file);
                isNamed(file, readAll);
                Files.write(file, Arrays.copyOf(content, content.length / 2));
                isNamed(file, readAll);
                Files.write(file, content);
                readAll.run();
            }
        }
    }

    @Test
    void aBrokenSnapshotOrSchemaIsNamed() throws IOException {
        for (String prefix : List.of("snapshot-2", "schema-0")) {
            Path file = files(prefix).get(0);
            byte[] content = Files.readAllBytes(file);
            Files.write(file, Arrays.copyOf(content, content.length / 2));
            isNamed(file, () -> open().rows());
            Files.write(file, content);
        }
        assertThat(open().rows()).hasSize(2);
    }

    @Test
    void aLostNewestSnapshotIsNamedAndItsIdNotGivenAgain() throws IOException {
        Path newest = files("snapshot-2").get(0);
        Files.delete(newest);
        isNamed(newest, () -> open().rows());
        isNamed(newest, () -> open().upsert(row(9, "x")));
    }

    @Test
    void aWrongHintIsOnlyAHint() throws IOException {
        Files.writeString(warehouse.resolve("default.db/t/snapshot/EARLIEST"), "2");
        assertThat(open().table.snapshots()).hasSize(2);
        assertThat(open().changes(0)).hasSize(4);
        Files.writeString(warehouse.resolve("default.db/t/snapshot/LATEST"), "1");
        assertThat(open().table.latestSnapshotId()).hasValue(2);
    }

    @Test
    void aRefusedRowLeavesNothingBehind() throws IOException {
        List<Path> before = files("");
        TestTable table = open();
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            write.write(table.batch(List.of(row(5, "e"))), RowKind.INSERT);
            assertThatThrownBy(() -> write.write(table.batch(List.of(row(6, "f"), row(null, "g"))), RowKind.INSERT))
                    .isInstanceOfSatisfying(
                            LakelogException.class,
                            e -> assertThat(e.code().sqlState()).isEqualTo("23502"))
                    .hasMessageContaining("'id'");
            assertThatThrownBy(write::commit).hasMessageContaining("closed");
        }
        assertThat(files("")).isEqualTo(before);
        assertThat(table.rows()).hasSize(2);
    }
}
