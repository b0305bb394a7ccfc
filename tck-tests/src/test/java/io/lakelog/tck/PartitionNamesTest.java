package io.lakelog.tck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Partition columns of every type: both engines put the same values into the same directories, and find them there. */
class PartitionNamesTest {
    private static final TableName NAME = new TableName("db", "t");

    static Stream<Arguments> types() {
        List<Arguments> all = new ArrayList<>();
        for (String legacy : List.of("true", "false")) {
            all.add(Arguments.of(legacy, DataType.BOOLEAN, Arrays.asList(true, false, null)));
            all.add(Arguments.of(legacy, DataType.TINYINT, Arrays.asList((byte) -128, (byte) 0, null)));
            all.add(Arguments.of(legacy, DataType.SMALLINT, Arrays.asList(Short.MAX_VALUE, (short) -1, null)));
            all.add(Arguments.of(legacy, DataType.character(3), Arrays.asList("abc", "x", null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.time(3),
                    Arrays.asList(
                            LocalTime.of(1, 2, 3),
                            LocalTime.of(0, 0, 0, 120_000_000),
                            LocalTime.of(23, 59, 59, 999_000_000),
                            null)));
            all.add(Arguments.of(
                    legacy, DataType.timestamp(0), Arrays.asList(LocalDateTime.of(2024, 1, 1, 1, 2, 3), null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.timestamp(9),
                    Arrays.asList(LocalDateTime.of(2024, 1, 1, 1, 2, 3, 456_789_123), null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.timestampLtz(6),
                    Arrays.asList(Instant.parse("2024-01-01T01:02:03.456789Z"), Instant.EPOCH, null)));
            all.add(Arguments.of(legacy, DataType.INT, Arrays.asList(Integer.MIN_VALUE, 7, null)));
            all.add(Arguments.of(legacy, DataType.BIGINT, Arrays.asList(Long.MAX_VALUE, -1L, null)));
            all.add(Arguments.of(legacy, DataType.FLOAT, Arrays.asList(1.5f, -0.1f, 1e10f, null)));
            all.add(Arguments.of(legacy, DataType.DOUBLE, Arrays.asList(1e10, -0.5, 1e-7, null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.decimal(20, 4),
                    Arrays.asList(new BigDecimal("-1.2500"), new BigDecimal("1234567890123456.0000"), null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.decimal(38, 10),
                    Arrays.asList(new BigDecimal("-0.0000000006"), new BigDecimal("0E-10"), null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.DOUBLE,
                    Arrays.asList(-0.0, 0.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.MIN_VALUE)));
            all.add(Arguments.of(
                    legacy, DataType.DATE, Arrays.asList(LocalDate.of(2024, 2, 29), LocalDate.of(1900, 1, 1), null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.timestamp(3),
                    Arrays.asList(
                            LocalDateTime.of(2024, 1, 1, 0, 0),
                            LocalDateTime.of(1969, 12, 31, 23, 59, 59, 120_000_000),
                            null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.timestamp(6),
                    Arrays.asList(
                            LocalDateTime.of(2024, 1, 1, 1, 2, 3, 456_789_000),
                            LocalDateTime.of(999, 1, 1, 1, 2, 3, 450_000_000),
                            null)));
            all.add(Arguments.of(
                    legacy,
                    DataType.STRING,
                    Arrays.asList(
                            "a=b/c:d %",
                            "", " ", "..", "\u017elu\u0165 \ud83d\udc0e", "\"#'*?\\{}[]^\u007f\u0001", "null", null)));
            all.add(Arguments.of(legacy, DataType.varchar(5), Arrays.asList("x y", "+-_.~", null)));
        }
        // With legacy names Paimon does not find its own, so such tables are not made.
        all.add(Arguments.of(
                "false", DataType.BYTES, Arrays.asList("ab".getBytes(UTF_8), "z\u017e".getBytes(UTF_8), null)));
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("types")
    void bothFindEachOthersDirectories(
            String legacy, DataType type, List<@Nullable Object> values, @TempDir Path warehouse) throws Exception {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createDatabase("db");
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("p", "id"), List.of(type, DataType.INT)),
                        List.of(),
                        List.of("p"),
                        Map.of("partition.legacy-name", legacy, "compaction.min.file-num", "100"),
                        null));
        List<RowToWrite> rows = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            rows.add(new RowToWrite(RowKind.INSERT, Arrays.asList(values.get(i), i)));
        }
        new LakelogTable(catalog.table(NAME)).commit(rows);
        List<String> directories = directories(warehouse);
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            PaimonTable paimon = oracle.table("db", "t");
            assertThat(new LakelogTable(catalog.table(NAME)).rows()).isEqualTo(paimon.rows());
            try (PaimonWriter writer = paimon.writer("paimon", true)) {
                for (int i = 0; i < values.size(); i++) {
                    writer.write("+I", Arrays.asList(values.get(i), 100 + i));
                }
                writer.commit();
            }
            assertThat(directories(warehouse)).isEqualTo(directories);
            LakelogTable lakelog = new LakelogTable(catalog.table(NAME));
            assertThat(lakelog.rows()).isEqualTo(oracle.table("db", "t").rows()).hasSize(2 * values.size());
            assertThat(lakelog.rowsLostByFilter(20)).isEmpty();
        }
    }

    @Test
    void bytesNameNoDirectoryWithLegacyNames(@TempDir Path warehouse) {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createDatabase("db");
        RowType columns = RowType.of(List.of("p", "id"), List.of(DataType.BYTES, DataType.INT));
        assertThatThrownBy(() -> catalog.createTable(
                        NAME, new TableDefinition(columns, List.of(), List.of("p"), Map.of(), null)))
                .hasMessageContainingAll("'p'", "BYTES", "'partition.legacy-name' = 'false'");
    }

    private static List<String> directories(Path warehouse) throws IOException {
        try (Stream<Path> files = Files.list(warehouse.resolve("db.db/t"))) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
