package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.format.ParquetRowWriter;
import io.lakelog.storage.format.ParquetWriteOptions;
import io.lakelog.storage.format.RowFile;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.check.MetadataEditor;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that leave out, or add, what the format lets a writer leave out or add: both engines read them alike. */
class HandWrittenTablesTest {
    private static final TableName NAME = new TableName("db", "t");
    private static final List<String> FILE_COLUMNS =
            List.of("_KEY_k", "_SEQUENCE_NUMBER", "_VALUE_KIND", "p", "k", "v");
    private static final List<DataType> FILE_TYPES = List.of(
            DataType.INT.notNull(),
            DataType.BIGINT.notNull(),
            DataType.TINYINT.notNull(),
            DataType.DATE.notNull(),
            DataType.INT.notNull(),
            DataType.STRING);
    private static final List<String> ROWS = List.of("[\"2024-01-01\",1,\"a\"]", "[\"2024-01-01\",2,null]");

    @TempDir
    Path warehouse;

    private MetadataEditor editor;

    @BeforeEach
    void create() {
        Catalog catalog = catalog();
        catalog.createDatabase("db");
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("p", "k", "v"), List.of(DataType.DATE, DataType.INT, DataType.STRING)),
                        List.of("p", "k"),
                        List.of("p"),
                        Map.of("bucket", "1"),
                        null));
        java.time.LocalDate day = java.time.LocalDate.parse("2024-01-01");
        lakelog().commit(List.of(row(day, 1, "a"), row(day, 2, "b")));
        lakelog().commit(List.of(row(day, 2, null)));
        editor = new MetadataEditor(directory());
    }

    @Test
    void withoutHints() throws Exception {
        Files.delete(directory().resolve("snapshot/LATEST"));
        Files.deleteIfExists(directory().resolve("snapshot/EARLIEST"));
        assertBothRead();
    }

    @Test
    void aSnapshotOfNothingButWhatIsRequired() throws Exception {
        Set<String> required = Set.of(
                "version",
                "id",
                "schemaId",
                "baseManifestList",
                "deltaManifestList",
                "commitUser",
                "commitIdentifier",
                "commitKind",
                "timeMillis");
        editor.snapshot(2, snapshot -> snapshot.retain(required));
        assertBothRead();
    }

    @Test
    void keysThatNobodyKnowsYet() throws Exception {
        editor.snapshot(2, snapshot -> snapshot.put("notYetInvented", 7));
        editor.schema(0, schema -> {
            schema.put("notYetInvented", "x").put("version", 2);
            ((ObjectNode) schema.get("options")).put("not.yet.invented", "x").put("file.format", "parquet");
        });
        assertBothRead();
    }

    @Test
    void withoutStatisticsAndBounds() throws Exception {
        editor.manifests(
                2,
                manifest -> {
                    for (String bound : List.of("_MIN_BUCKET", "_MAX_BUCKET", "_MIN_LEVEL", "_MAX_LEVEL")) {
                        manifest.put(bound, null);
                    }
                },
                entry -> {
                    GenericRecord file = (GenericRecord) entry.get("_FILE");
                    file.put("_DELETE_ROW_COUNT", null);
                    file.put("_FILE_SOURCE", null);
                    file.put("_VALUE_STATS_COLS", List.of());
                    forget((GenericRecord) file.get("_VALUE_STATS"));
                });
        assertBothRead();
    }

    /** Paimon fails on any filter then; we may read, but must not lose rows. */
    @Test
    void withoutStatisticsOfKeys() throws Exception {
        editor.manifests(
                2,
                manifest -> {},
                entry -> forget((GenericRecord) ((GenericRecord) entry.get("_FILE")).get("_KEY_STATS")));
        assertThat(lakelog().rows()).isEqualTo(ROWS);
        assertThat(lakelog().rowsLostByFilter(2)).isEmpty();
    }

    /** Without the columns of partitions, without those of keys, without both. */
    @ParameterizedTest
    @ValueSource(strings = {"p", "_KEY_k", "p,_KEY_k"})
    void filesWithoutColumnsThatAreKnownAnyway(String absent) throws Exception {
        rewriteFiles(Set.of(absent.split(",")));
        assertBothRead();
    }

    @ParameterizedTest
    @ValueSource(strings = {"_SEQUENCE_NUMBER", "_VALUE_KIND"})
    void filesWithoutWhatCannotBeGuessedAreRefused(String absent) throws Exception {
        rewriteFiles(Set.of(absent));
        assertThatThrownBy(() -> lakelog().rows())
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining(absent)
                .hasMessageContaining(".parquet");
    }

    @Test
    void manifestsOfOldReleasesAreNamed() throws Exception {
        editor.manifests(2, manifest -> manifest.put("_VERSION", 1), entry -> {});
        assertThatThrownBy(() -> lakelog().rows())
                .isInstanceOf(LakelogException.class)
                .hasMessageContainingAll("metadata version 1", "/manifest/manifest-list-");
    }

    @Test
    void aSchemaThatIsMissingIsNamed() throws Exception {
        editor.manifests(2, manifest -> {}, entry -> ((GenericRecord) entry.get("_FILE")).put("_SCHEMA_ID", 7L));
        assertThatThrownBy(() -> lakelog().rows())
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("schema-7");
    }

    @ParameterizedTest
    @CsvSource({"bucket, 0", "changelog-producer, foo", "merge-engine, foo"})
    void optionsThatMeanNothingAreNamed(String key, String value) throws Exception {
        editor.schema(0, schema -> ((ObjectNode) schema.get("options")).put(key, value));
        assertThatThrownBy(() -> lakelog().rows())
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("'" + key + "' = '" + value + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.mode, compacted-full",
        "scan.mode, from-snapshot",
        "scan.snapshot-id, 1",
        "scan.timestamp-millis, 1",
        "log.scan.timestamp-millis, 1",
        "scan.tag-name, x",
        "incremental-between, '1,2'",
        "batch-scan-mode, compacted",
        "query-auth.enabled, true",
        "manifest.format, orc"
    })
    void whatShowsAnotherStateIsNamedWhenTheTableIsOpened(String key, String value) throws Exception {
        editor.schema(0, schema -> ((ObjectNode) schema.get("options")).put(key, value));
        assertThatThrownBy(this::lakelog)
                .isInstanceOf(LakelogException.class)
                .satisfies(e -> assertThat(((LakelogException) e).code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("'" + key + "' = '" + value + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "scan.mode, LATEST-FULL",
        "manifest.merge-min-count, 1",
        "manifest.full-compaction-threshold-size, 0 b",
        "compaction.min.file-num, 1",
        "file.compression, lzo",
        "file.compression.zstd-level, -5"
    })
    void whatOnlyWritersAskForPreventsNoReading(String key, String value) throws Exception {
        editor.schema(0, schema -> ((ObjectNode) schema.get("options")).put(key, value));
        assertBothRead();
    }

    private static void forget(GenericRecord stats) {
        stats.put("_MIN_VALUES", ByteBuffer.wrap(BinaryRow.EMPTY.serialized()));
        stats.put("_MAX_VALUES", ByteBuffer.wrap(BinaryRow.EMPTY.serialized()));
        stats.put("_NULL_COUNTS", List.of());
    }

    private void rewriteFiles(Set<String> absent) throws IOException {
        FileSystem files = Environment.local().files();
        int[] kept = IntStream.range(0, FILE_COLUMNS.size())
                .filter(i -> !absent.contains(FILE_COLUMNS.get(i)))
                .toArray();
        RowType columns = RowType.of(FILE_COLUMNS, FILE_TYPES).project(kept);
        editor.manifests(2, manifest -> {}, entry -> {
            GenericRecord file = (GenericRecord) entry.get("_FILE");
            Path path = directory()
                    .resolve("p=19723/bucket-0")
                    .resolve(file.get("_FILE_NAME").toString());
            Path copy = path.resolveSibling("copy.parquet");
            RowFile.Size size = new RowFile.Size(path.toFile().length(), (Long) file.get("_ROW_COUNT"));
            try (BatchSource rows = RowFile.open(files, path.toString(), size, columns, null, false);
                    ParquetRowWriter writer =
                            ParquetRowWriter.create(files, copy.toString(), columns, ParquetWriteOptions.DEFAULT)) {
                for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                    writer.write(batch);
                }
                writer.finish();
                Files.move(copy, path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            file.put("_FILE_SIZE", path.toFile().length());
        });
    }

    private void assertBothRead() throws Exception {
        assertThat(lakelog().rows()).isEqualTo(ROWS);
        assertThat(lakelog().rowsLostByFilter(2)).isEmpty();
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            assertThat(oracle.table("db", "t").rows()).isEqualTo(ROWS);
        }
    }

    private static LakelogTable.RowToWrite row(@Nullable Object... values) {
        return new LakelogTable.RowToWrite(RowKind.INSERT, java.util.Arrays.asList(values));
    }

    private Catalog catalog() {
        return Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
    }

    private LakelogTable lakelog() {
        return new LakelogTable(catalog().table(NAME));
    }

    private Path directory() {
        return warehouse.resolve("db.db").resolve("t");
    }
}
