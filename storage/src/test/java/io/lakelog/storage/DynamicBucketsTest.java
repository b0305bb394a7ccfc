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
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys stay in the bucket that they were first put into, and buckets are begun as keys come, also when writers race. */
class DynamicBucketsTest {
    private static final TableName NAME = new TableName("default", "t");

    @TempDir
    Path warehouse;

    private Catalog catalog() {
        return Catalog.open(Environment.local(), warehouse.toString());
    }

    private TestTable create(Map<String, String> more) {
        Map<String, String> options = new TreeMap<>(more);
        options.put("bucket", "-1");
        options.putIfAbsent("dynamic-bucket.target-row-num", "10");
        catalog()
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                                List.of("id"),
                                List.of(),
                                options,
                                null));
        return open();
    }

    private TestTable open() {
        return new TestTable(catalog().table(NAME));
    }

    private static void upsert(TestTable table, int from, int to, String value) {
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            write.write(
                    table.batch(IntStream.range(from, to)
                            .mapToObj(id -> row(id, value))
                            .toList()),
                    RowKind.INSERT);
            write.commit();
        }
    }

    private long buckets() throws IOException {
        try (Stream<Path> files = Files.list(warehouse.resolve("default.db/t"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("bucket-"))
                    .count();
        }
    }

    @Test
    void bucketsAreBegunAsKeysCome() throws IOException {
        TestTable table = create(Map.of());
        for (int commit = 0; commit < 5; commit++) {
            for (int repeat = 0; repeat < 2; repeat++) {
                int from = commit * 5;
                upsert(table, from, from + 5, "v");
            }
        }
        assertThat(buckets()).isEqualTo(3);
        assertThat(open().rows()).hasSize(25);
        assertThat(open().rowsAt(2)).hasSize(5);
    }

    @Test
    void aBoundedNumberOfBucketsTakesAllKeys() throws IOException {
        TestTable table = create(Map.of("dynamic-bucket.max-buckets", "2"));
        upsert(table, 0, 100, "a");
        upsert(table, 50, 150, "b");
        assertThat(buckets()).isEqualTo(2);
        assertThat(open().rows()).hasSize(150);
    }

    /** Both writers, each a process of its own, chose buckets for the same state: the second chooses again. */
    @Test
    void aWriterThatLosesChoosesAgain() {
        for (String producer : List.of("none", "lookup")) {
            TestTable first = create(Map.of("changelog-producer", producer, "write-buffer-size", "1 kb"));
            TestTable second = open();
            first.upsert(row(0, "before"));
            try (TableWrite one = first.table.newWrite(OptionalLong.empty());
                    TableWrite two = second.table.newWrite(OptionalLong.empty())) {
                for (int id = 0; id < 60; id++) {
                    one.write(first.batch(List.of(row(id, "one"))), RowKind.INSERT);
                    two.write(second.batch(List.of(row(90 - id, "two"))), RowKind.INSERT);
                    two.write(second.batch(List.of(row(90 - id, "last"))), RowKind.UPDATE_AFTER);
                }
                two.write(second.batch(List.of(row(90, "gone"))), RowKind.DELETE);
                assertThat(one.commit()).hasValue(2);
                assertThat(two.commit()).isPresent();
            }
            List<?> rows = open().rows();
            assertThat(rows).hasSize(90).doesNotHaveDuplicates();
            assertThat(rows.stream().filter(row -> row.toString().contains("last")))
                    .hasSize(59);
            catalog().dropTable(NAME);
        }
    }

    @Test
    void aBrokenIndexIsNamed() throws IOException {
        TestTable table = create(Map.of());
        table.upsert(row(1, "a"));
        Path index;
        try (Stream<Path> files = Files.list(warehouse.resolve("default.db/t/index"))) {
            index = files.findFirst().orElseThrow();
        }
        Files.write(index, new byte[3]);
        assertThat(open().rows()).hasSize(1);
        assertThatThrownBy(() -> open().upsert(row(2, "b")))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining(index.getFileName().toString());
    }

    @Test
    void aBucketKeyIsForFixedBuckets() {
        assertThatThrownBy(() -> create(Map.of("bucket-key", "id"))).hasMessageContaining("'bucket-key'");
    }
}
