package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.ExpectedFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables without a key, written by either engine and read by both. */
class AppendTablesTest {
    private static final TableName NAME = new TableName("db", "t");
    private static final RowType COLUMNS = RowType.of(
            List.of("id", "day", "text", "real", "money", "moment", "bytes", "flag"),
            List.of(
                    DataType.INT,
                    DataType.DATE,
                    DataType.STRING,
                    DataType.DOUBLE,
                    DataType.decimal(25, 3),
                    DataType.timestamp(6),
                    DataType.BYTES,
                    DataType.BOOLEAN));

    @ParameterizedTest
    @ValueSource(strings = {"append-bucket2", "append-date-partition"})
    void readsWhatPaimonWrote(String name) {
        LakelogTable table = new LakelogTable(Catalog.open(
                        Environment.local().withBackgroundThreads(false),
                        ReferenceTables.warehouse(name).toString())
                .table(NAME));
        ExpectedFile expected = ReferenceTables.expected(name);
        assertThat(table.columns()).isEqualTo(expected.columns());
        assertThat(table.rows()).isEqualTo(expected.rows());
        for (var snapshot : expected.rowsAt().entrySet()) {
            assertThat(table.rowsAt(snapshot.getKey())).isEqualTo(snapshot.getValue());
        }
        assertThat(table.changesFrom(1).stream().map(Change::toString))
                .containsExactlyInAnyOrderElementsOf(expected.changes());
        assertThat(table.rowsLostByFilter(10)).isEmpty();
    }

    private static List<@Nullable Object> row(int id) {
        return Arrays.asList(
                id % 7 == 0 ? null : id,
                id % 5 == 0 ? null : LocalDate.of(2024, 1, 1 + id % 2),
                id % 4 == 0 ? null : "\u017elu\u0165ou\u010dk\u00fd k\u016f\u0148 \ud83d\udc0e " + id,
                id % 3 == 0 ? Double.NaN : id / 8d,
                new BigDecimal("12345678901234567890.125").add(BigDecimal.valueOf(id)),
                LocalDateTime.of(1950 + id, 1, 1, 0, 0, 0, 123_456_000),
                new byte[] {(byte) id, -1},
                id % 2 == 0);
    }

    private static List<RowToWrite> rows(int from, int to) {
        List<RowToWrite> rows = new ArrayList<>();
        for (int id = from; id < to; id++) {
            rows.add(new RowToWrite(RowKind.INSERT, row(id)));
        }
        return rows;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bucket=2,bucket-key=id",
                "file.compression=none",
                "partition",
                "partition,bucket=2,bucket-key=id,file.compression=snappy"
            })
    void bothWriteAndCompactInTurn(String setting, @TempDir Path warehouse) throws Exception {
        Map<String, String> options = new java.util.HashMap<>();
        Arrays.stream(setting.split(","))
                .filter(part -> part.contains("="))
                .forEach(part -> options.put(part.split("=")[0], part.split("=")[1]));
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createDatabase("db");
        catalog.createTable(
                NAME,
                new TableDefinition(
                        COLUMNS, List.of(), setting.contains("partition") ? List.of("day") : List.of(), options, null));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            for (int round = 0; round < 2; round++) {
                lakelog(catalog).commit(rows(round * 10, round * 10 + 5));
                assertSame(catalog, oracle);
                try (PaimonWriter writer = oracle.table("db", "t").writer("paimon", false)) {
                    for (int id = round * 10 + 5; id < round * 10 + 10; id++) {
                        writer.write("+I", row(id));
                    }
                    writer.commit();
                }
                assertSame(catalog, oracle);
                removeEveryThird(catalog.table(NAME));
                assertSame(catalog, oracle);
            }
            assertThat(lakelog(catalog).table().compact()).isPresent();
            assertSame(catalog, oracle);
            lakelog(catalog).commit(rows(100, 103));
            assertSame(catalog, oracle);
            Replay.of(lakelog(catalog));
        }
    }

    /** The changes, of either engine's commits, add up to the rows of every snapshot. */
    private static final class Replay {
        static void of(LakelogTable table) {
            List<String> bag = new ArrayList<>();
            List<Change> changes = table.changesFrom(1);
            for (long id : table.snapshotIds()) {
                changes.stream().filter(change -> change.snapshotId() == id).forEach(change -> {
                    if (change.kind().equals("+I")) {
                        bag.add(change.row());
                    } else {
                        assertThat(bag.remove(change.row())).as("%s", change).isTrue();
                    }
                });
                assertThat(bag).containsExactlyInAnyOrderElementsOf(table.rowsAt(id));
            }
        }
    }

    private static LakelogTable lakelog(Catalog catalog) {
        return new LakelogTable(catalog.table(NAME));
    }

    private static void assertSame(Catalog catalog, PaimonOracle oracle) throws Exception {
        LakelogTable lakelog = lakelog(catalog);
        PaimonTable paimon = oracle.table("db", "t");
        assertThat(lakelog.rows()).isEqualTo(paimon.rows());
        assertThat(lakelog.snapshotIds()).isEqualTo(paimon.snapshotIds());
        long newest = paimon.latestSnapshotId();
        assertThat(lakelog.rowsAt(newest)).isEqualTo(paimon.rowsAt(newest));
        assertThat(lakelog.rowsLostByFilter(6)).isEmpty();
        assertThat(paimon.rowsLostByFilter(6)).isEmpty();
    }

    private static void removeEveryThird(Table table) {
        OptionalLong snapshot = table.latestSnapshotId();
        try (TableWrite write = table.newWrite(snapshot);
                BatchSource rows = table.scanWithRowIds(new ScanRequest(new int[] {0}, null, snapshot))) {
            long seen = 0;
            for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    if (seen++ % 3 == 0) {
                        write.remove(new long[] {((Column.Longs) batch.column(1)).values[i]});
                    }
                }
            }
            write.commit();
        }
    }
}
