package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What of the format Lakelog cannot read is refused, by its name, when the table is opened and not when a row is missing. The
 * lists here are those of the docs (operations, "What of the format is not supported").
 */
class RefusedTablesTest {
    private static final TableName NAME = new TableName("default", "t");

    @TempDir
    Path warehouse;

    @BeforeEach
    void create() {
        Catalog catalog = catalog();
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of(),
                        null));
        new TestTable(catalog.table(NAME)).upsert(row(1, "a"));
    }

    private Catalog catalog() {
        return Catalog.open(Environment.local(), warehouse.toString());
    }

    /** Another engine changes the table's options, or the type of its column v. */
    private void rewrite(String text, String replacement) throws IOException {
        Path schema = warehouse.resolve("default.db/t/schema/schema-0");
        String before = Files.readString(schema);
        assertThat(before).contains(text);
        Files.writeString(schema, before.replace(text, replacement));
    }

    private void setOption(String key, String value) throws IOException {
        rewrite("\"bucket\" : \"1\"", "\"bucket\" : \"1\", \"" + key + "\" : \"" + value + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "row-tracking.enabled, true",
        "data-evolution.enabled, true",
        "manifest.format, parquet",
        "record-level.expire-time, 1 h",
        "data-file.path-directory, data",
        "index-file-in-data-file-dir, true",
        "scan.fallback-branch, dev",
        "type, object-table",
        "type, format-table"
    })
    void optionsThatChangeWhatIsRead(String key, String value) throws IOException {
        setOption(key, value);
        refused(() -> catalog().table(NAME), "'" + key + "' = '" + value + "'");
    }

    @ParameterizedTest
    @CsvSource({"VARIANT", "BLOB"})
    void columnTypes(String type) throws IOException {
        rewrite("\"type\" : \"STRING\"", "\"type\" : \"" + type + "\"");
        refused(() -> catalog().table(NAME), type, "'v'");
    }

    /** Such tables can be read. */
    @ParameterizedTest
    @CsvSource({
        "deletion-vectors.enabled, true",
        "file.format, orc",
        "file.format, avro",
        "data-file.thin-mode, true",
        "file.compression, lz4",
        "force-lookup, true",
        "bucket-function.type, mod",
        "type, materialized-table",
        "data-file.external-paths, file:/tmp/elsewhere"
    })
    void optionsThatWouldTakeAnotherWriter(String key, String value) throws IOException {
        setOption(key, value);
        TestTable table = new TestTable(catalog().table(NAME));
        refused(() -> table.upsert(row(2, "b")), "'" + key + "' = '" + value + "'");
    }

    private static void refused(Runnable act, String... named) {
        assertThatThrownBy(act::run)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContainingAll(named);
    }
}
