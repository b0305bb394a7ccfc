package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.paimon.types.DataTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that one engine altered, read and written by both under every schema they had. */
class AlteredTablesTest {
    private static final TableName NAME = new TableName("db", "t");
    private static final RowType COLUMNS = RowType.of(
            List.of("id", "tiny", "small", "wide", "real", "text", "bytes", "day", "moment", "money", "flag"),
            List.of(
                    DataType.INT,
                    DataType.TINYINT,
                    DataType.SMALLINT,
                    DataType.BIGINT,
                    DataType.FLOAT,
                    DataType.varchar(6),
                    DataType.varbinary(3),
                    DataType.DATE,
                    DataType.timestamp(3),
                    DataType.decimal(8, 2),
                    DataType.BOOLEAN));

    @TempDir
    Path warehouse;

    private Catalog catalog;

    @BeforeEach
    void open() {
        catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createDatabase(NAME.database());
    }

    private void create(String producer) {
        catalog.createTable(
                NAME,
                new TableDefinition(COLUMNS, List.of("id"), List.of(), Map.of("changelog-producer", producer), null));
    }

    private static List<@Nullable Object> row(int id) {
        return Arrays.asList(
                id,
                (byte) (id - 2),
                (short) (id * 300),
                id == 3 ? null : id * 5_000_000_000L,
                id / 4f,
                id == 4 ? "no" : "" + id * 9,
                new byte[] {(byte) id, 0, 1},
                LocalDate.of(1960 + id * 20, 2, 28),
                LocalDateTime.of(1950 + id * 20, 2, 28, 23, 59, 59, 999_000_000),
                new BigDecimal(id - 3).movePointLeft(2).add(new BigDecimal("12.00")),
                id % 2 == 0);
    }

    private static List<LakelogTable.RowToWrite> rows(int... ids) {
        List<LakelogTable.RowToWrite> rows = new ArrayList<>();
        for (int id : ids) {
            rows.add(new LakelogTable.RowToWrite(io.lakelog.storage.row.RowKind.INSERT, row(id)));
        }
        return rows;
    }

    private LakelogTable lakelog() {
        return new LakelogTable(catalog.table(NAME));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    void lakelogAltersAndPaimonReads(String producer) throws Exception {
        create(producer);
        lakelog().commit(rows(1, 2, 3, 4, 5));
        List<SchemaChange> changes = List.of(
                new SchemaChange.ChangeType("tiny", DataType.SMALLINT, true),
                new SchemaChange.ChangeType("tiny", DataType.decimal(9, 3), true),
                new SchemaChange.ChangeType("small", DataType.FLOAT, true),
                new SchemaChange.ChangeType("small", DataType.DOUBLE, true),
                new SchemaChange.ChangeType("wide", DataType.decimal(38, 10), true),
                new SchemaChange.ChangeType("real", DataType.DOUBLE, true),
                new SchemaChange.ChangeType("text", DataType.STRING, true),
                new SchemaChange.ChangeType("bytes", DataType.BYTES, true),
                new SchemaChange.ChangeType("day", DataType.timestamp(0), true),
                new SchemaChange.ChangeType("moment", DataType.timestamp(6), true),
                new SchemaChange.ChangeType("money", DataType.decimal(20, 4), true),
                new SchemaChange.RenameColumn("id", "key"),
                new SchemaChange.DropColumn("flag"),
                new SchemaChange.AddColumn(
                        new Field(0, "flag", DataType.INT, "another", null), new SchemaChange.Position("tiny")),
                new SchemaChange.MoveColumn("money", SchemaChange.Position.FIRST),
                new SchemaChange.RenameColumn("small", "x"),
                new SchemaChange.RenameColumn("real", "small"),
                new SchemaChange.ChangeNullability("money", false),
                new SchemaChange.SetOption("target-file-size", "1 mb"));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            for (int i = 0; i < changes.size(); i++) {
                catalog.alterTable(NAME, List.of(changes.get(i)));
                assertThat(lakelog().table().schema().id()).isEqualTo(i + 1);
                PaimonTable paimon = oracle.table("db", "t");
                assertThat(paimon.columns()).isEqualTo(lakelog().columns());
                assertThat(lakelog().rows()).as(changes.get(i).toString()).isEqualTo(paimon.rows());
                assertThat(lakelog().rowsLostByFilter(5)).isEmpty();
            }
            rewrite(oracle.table("db", "t"), 2, 4);
            lakelog().table().compact();
            rewrite(oracle.table("db", "t"), 1, 5);
            Verdict verdict = new Verdict(lakelog(), oracle.table("db", "t"), directory());
            verdict.assertSameRows();
            if (!producer.equals("none")) {
                verdict.assertSameChanges();
            }
        }
    }

    private Path directory() {
        return warehouse.resolve("db.db").resolve("t");
    }

    /** Paimon takes some rows as it reads them and writes them again, under the newest schema. */
    private static void rewrite(PaimonTable paimon, int from, int to) throws Exception {
        try (PaimonWriter writer = paimon.writer("paimon", false)) {
            List<List<@Nullable Object>> values = paimon.values();
            for (List<@Nullable Object> row : values.subList(from - 1, to - 1)) {
                writer.write("+I", row);
            }
            writer.compact(true);
            writer.commit();
        }
    }

    /** Paimon's ALTER allows more than Lakelog's: what it made of the values is what Lakelog reads too. */
    @Test
    void paimonAltersAndLakelogReads() throws Exception {
        create("none");
        lakelog().commit(rows(1, 2, 3, 5));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            Map<String, org.apache.paimon.types.DataType> casts = new java.util.LinkedHashMap<>();
            casts.put("tiny", DataTypes.BOOLEAN());
            casts.put("small", DataTypes.TINYINT());
            casts.put("wide", DataTypes.INT());
            casts.put("real", DataTypes.DECIMAL(3, 1));
            casts.put("text", DataTypes.INT());
            casts.put("bytes", DataTypes.BINARY(5));
            casts.put("day", DataTypes.TIMESTAMP(3));
            casts.put("moment", DataTypes.DATE());
            casts.put("money", DataTypes.DECIMAL(3, 1));
            casts.put("flag", DataTypes.STRING());
            for (var cast : casts.entrySet()) {
                oracle.alter(
                        "db",
                        "t",
                        org.apache.paimon.schema.SchemaChange.updateColumnType(cast.getKey(), cast.getValue()));
                assertThat(lakelog().rows())
                        .as(cast.toString())
                        .isEqualTo(oracle.table("db", "t").rows());
                assertThat(lakelog().rowsLostByFilter(5)).isEmpty();
            }
            oracle.alter(
                    "db", "t", org.apache.paimon.schema.SchemaChange.updateColumnType("money", DataTypes.STRING()));
            oracle.alter("db", "t", org.apache.paimon.schema.SchemaChange.updateColumnType("wide", DataTypes.STRING()));
            oracle.alter("db", "t", org.apache.paimon.schema.SchemaChange.dropColumn("flag"));
            oracle.alter("db", "t", org.apache.paimon.schema.SchemaChange.addColumn("flag", DataTypes.STRING()));
            lakelog().table().compact();
            new Verdict(lakelog(), oracle.table("db", "t"), directory()).assertSameRows();
        }
    }

    /** Fields of ROWs, of ROWs in ARRAYs and MAPs, and elements: a field is its id there too. */
    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    void paimonAltersWithinNestedColumns(String producer) throws Exception {
        createNested(producer);
        lakelog().commit(List.of(nested(1, 5), nested(2, -7), nested(3, null)));
        List<org.apache.paimon.schema.SchemaChange> changes = new ArrayList<>();
        for (String row : List.of("r", "list,element", "m,value")) {
            changes.add(org.apache.paimon.schema.SchemaChange.renameColumn(path(row, "x"), "z"));
            changes.add(add(path(row, "x"), DataTypes.INT()));
            changes.add(
                    org.apache.paimon.schema.SchemaChange.updateColumnType(path(row, "z"), DataTypes.BIGINT(), true));
            changes.add(org.apache.paimon.schema.SchemaChange.dropColumn(path(row, "y")));
            changes.add(add(path(row, "y"), DataTypes.STRING()));
            changes.add(org.apache.paimon.schema.SchemaChange.dropColumn(path(row, "in,a")));
            changes.add(add(path(row, "in,a"), DataTypes.INT()));
            changes.add(org.apache.paimon.schema.SchemaChange.updateColumnType(
                    path(row, "in,b"), DataTypes.TIMESTAMP(3), true));
            changes.add(org.apache.paimon.schema.SchemaChange.dropColumn(path(row, "in,b")));
        }
        changes.add(org.apache.paimon.schema.SchemaChange.updateColumnType(
                path("numbers,element", null), DataTypes.BIGINT(), true));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            for (org.apache.paimon.schema.SchemaChange change : changes) {
                oracle.alter("db", "t", change);
                assertThat(lakelog().rows())
                        .as(change.toString())
                        .isEqualTo(oracle.table("db", "t").rows());
            }
            writeInTurn(oracle, producer);
        }
    }

    /** What Paimon's test above does, by Lakelog, and a ROW written out whole. */
    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    void lakelogAltersWithinNestedColumns(String producer) throws Exception {
        createNested(producer);
        lakelog().commit(List.of(nested(1, 5), nested(2, -7), nested(3, null)));
        List<SchemaChange> changes = new ArrayList<>();
        for (List<String> row : List.of(List.of("r"), List.of("list", "element"), List.of("m", "value"))) {
            List<String> in = new ArrayList<>(row);
            in.add("in");
            Field x = new Field(0, "x", DataType.INT, "another", null);
            changes.add(new SchemaChange.Within(row, new SchemaChange.RenameColumn("x", "z")));
            changes.add(new SchemaChange.Within(row, new SchemaChange.AddColumn(x, SchemaChange.Position.FIRST)));
            changes.add(new SchemaChange.Within(row, new SchemaChange.ChangeType("z", DataType.BIGINT, true)));
            changes.add(new SchemaChange.Within(row, new SchemaChange.DropColumn("y")));
            changes.add(
                    new SchemaChange.Within(row, new SchemaChange.AddColumn(new Field(0, "y", DataType.STRING), null)));
            changes.add(
                    new SchemaChange.Within(row, new SchemaChange.MoveColumn("in", new SchemaChange.Position("x"))));
            changes.add(new SchemaChange.Within(in, new SchemaChange.DropColumn("a")));
            changes.add(new SchemaChange.Within(
                    in, new SchemaChange.AddColumn(new Field(0, "a", DataType.array(DataType.INT)), null)));
        }
        changes.add(new SchemaChange.Within(
                List.of("numbers"), new SchemaChange.ChangeType("element", DataType.BIGINT, true)));
        changes.add(new SchemaChange.ChangeType(
                "r",
                DataType.row(List.of(new Field(0, "new", DataType.INT), new Field(1, "z", DataType.BIGINT))),
                true));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            for (SchemaChange change : changes) {
                catalog.alterTable(NAME, List.of(change));
                assertThat(lakelog().rows())
                        .as(change.toString())
                        .isEqualTo(oracle.table("db", "t").rows());
            }
            writeInTurn(oracle, producer);
        }
    }

    /** Both write to what was altered, and say the same of it. */
    private void writeInTurn(PaimonOracle oracle, String producer) throws Exception {
        rewrite(oracle.table("db", "t"), 1, 3);
        lakelog().table().compact();
        rewrite(oracle.table("db", "t"), 2, 4);
        Verdict verdict = new Verdict(lakelog(), oracle.table("db", "t"), directory());
        verdict.assertSameRows();
        if (!producer.equals("none")) {
            verdict.assertSameChanges();
        }
    }

    private void createNested(String producer) {
        DataType point = DataType.row(List.of(
                new Field(0, "x", DataType.INT),
                new Field(1, "y", DataType.STRING),
                new Field(
                        2,
                        "in",
                        DataType.row(List.of(new Field(3, "a", DataType.INT), new Field(4, "b", DataType.DATE))))));
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(
                                List.of("id", "r", "list", "m", "numbers"),
                                List.of(
                                        DataType.INT,
                                        point,
                                        DataType.array(point),
                                        DataType.map(DataType.STRING, point),
                                        DataType.array(DataType.INT))),
                        List.of("id"),
                        List.of(),
                        Map.of("changelog-producer", producer),
                        null));
    }

    private static LakelogTable.RowToWrite nested(int id, @Nullable Integer x) {
        List<@Nullable Object> inner = Arrays.asList(x, LocalDate.of(2024, 1, id));
        List<@Nullable Object> row = Arrays.asList(x, "y" + id, x == null ? null : inner);
        return new LakelogTable.RowToWrite(
                io.lakelog.storage.row.RowKind.INSERT,
                Arrays.asList(
                        id,
                        id == 2 ? null : row,
                        Arrays.asList(row, null, row),
                        Map.of("k", row),
                        Arrays.asList(x, 1)));
    }

    private static String[] path(String parent, @Nullable String field) {
        return (field == null ? parent : parent + "," + field).split(",");
    }

    private static org.apache.paimon.schema.SchemaChange add(String[] path, org.apache.paimon.types.DataType type) {
        return org.apache.paimon.schema.SchemaChange.addColumn(path, type, null, null);
    }

    /** A text that is no number makes Paimon's read fail too; ours names the value. */
    @Test
    void whatCannotBeConvertedIsNamed() throws Exception {
        create("none");
        lakelog().commit(rows(4));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            oracle.alter("db", "t", org.apache.paimon.schema.SchemaChange.updateColumnType("text", DataTypes.INT()));
            assertThatThrownBy(() -> lakelog().rows())
                    .isInstanceOf(LakelogException.class)
                    .hasMessageContaining("column 'text'")
                    .hasMessageContaining("VARCHAR(6)")
                    .hasMessageContaining("'no'");
            assertThatThrownBy(() -> oracle.table("db", "t").rows()).isInstanceOf(Exception.class);
        }
    }
}
