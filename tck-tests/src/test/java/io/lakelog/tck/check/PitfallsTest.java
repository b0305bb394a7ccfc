package io.lakelog.tck.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonBinaryRow;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.paimon.types.DataTypes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What writers of the format get wrong the first time, one test each: seen in the raw files, and by Paimon. */
class PitfallsTest {
    private static final TableName NAME = new TableName("db", "t");
    private static final int APPEND = 0;

    @TempDir
    Path warehouse;

    @Test
    void nullsOfWideTypesKeepTheirPlace() {
        List<DataType> types = List.of(DataType.decimal(24, 4), DataType.timestamp(9), DataType.STRING);
        List<@Nullable Object> values = Arrays.asList(null, null, "more than seven bytes");
        BatchBuilder builder = new BatchBuilder(types);
        for (int i = 0; i < types.size(); i++) {
            Values.append(builder.column(i), types.get(i), values.get(i));
        }
        Batch batch = builder.build();
        assertThat(BinaryRow.of(batch.columns(), types, 0).serialized())
                .isEqualTo(PaimonBinaryRow.encode(
                        values,
                        org.apache.paimon.types.RowType.of(
                                DataTypes.DECIMAL(24, 4), DataTypes.TIMESTAMP(9), DataTypes.STRING())));
    }

    @Test
    void textKeysAreInTheOrderOfTheirBytes() throws Exception {
        LakelogTable table = create(DataType.STRING, Map.of());
        // In UTF-16, as Java compares, the first would be the last.
        table.commit(List.of(insert("😀", 1), insert("\uffee", 2)));
        RawFile file = live(1).values().iterator().next();
        RawRows rows = RawRows.read(
                directory().resolve("bucket-0").resolve(file.name()),
                Objects.requireNonNull(metadata().schemas().get(0L)));
        assertThat(rows.rows()).extracting(RawRows.RawRow::key).containsExactly(List.of("\uffee"), List.of("😀"));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            assertThat(oracle.table("db", "t").rowsByKey(List.of("😀"))).hasSize(1);
            assertThat(oracle.table("db", "t").rowsByKey(List.of("\uffee"))).hasSize(1);
        }
        TableCheck.assertSound(directory());
    }

    @Test
    void retractsAreCountedAsRows() throws Exception {
        LakelogTable table = create(DataType.INT, Map.of());
        table.commit(List.of(insert(1, 1)));
        table.commit(List.of(new LakelogTable.RowToWrite(RowKind.DELETE, List.of(1, 1))));
        JsonNode snapshot = snapshot(2);
        assertThat(snapshot.get("totalRecordCount").asLong()).isEqualTo(2);
        assertThat(snapshot.get("deltaRecordCount").asLong()).isEqualTo(1);
        assertThat(entries(2, "delta")).singleElement().satisfies(file -> {
            assertThat(file.rowCount()).isEqualTo(1);
            assertThat(file.deleteRowCount()).isEqualTo(1);
        });
    }

    @Test
    void changelogFilesAreAppendedAndHaveALevel() throws Exception {
        LakelogTable table = create(DataType.INT, Map.of("changelog-producer", "lookup"));
        table.commit(List.of(insert(1, 1)));
        try (PaimonOracle oracle = new PaimonOracle(warehouse);
                PaimonWriter writer = oracle.table("db", "t").writer("paimon", false)) {
            writer.write("+I", List.of(1, 2));
            writer.commit();
        }
        List<RawFile> changelogs = new java.util.ArrayList<>();
        for (long id : metadata().snapshots().keySet()) {
            changelogs.addAll(entries(id, "changelog"));
        }
        assertThat(changelogs).hasSize(2).allSatisfy(file -> {
            assertThat(file.added()).isTrue();
            assertThat(file.source()).isEqualTo(APPEND);
            assertThat(file.level()).isBetween(0, 5);
        });
    }

    @Test
    void aSnapshotHasTheNewestSchemaAndAFileItsOwn() throws Exception {
        create(DataType.INT, Map.of()).commit(List.of(insert(1, 1)));
        catalog().alterTable(NAME, List.of(new SchemaChange.AddColumn(new Field(0, "w", DataType.INT), null)));
        LakelogTable table = new LakelogTable(catalog().table(NAME));
        table.commit(List.of(insert(2, 2, 2)));
        assertThat(snapshot(2).get("schemaId").asLong()).isEqualTo(1);
        assertThat(live(2).values()).extracting(RawFile::schemaId).containsExactlyInAnyOrder(0L, 1L);
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            assertThat(oracle.table("db", "t").rows()).isEqualTo(table.rows()).containsExactly("[1,1,null]", "[2,2,2]");
        }
    }

    @Test
    void theTopLevelIsThatOfTheTriggerAndAnUpgradedFileKeepsItsName() throws Exception {
        LakelogTable table = create(DataType.INT, Map.of("num-sorted-run.compaction-trigger", "2"));
        table.commit(List.of(insert(1, 1)));
        table.table().maintenance().compact(List.of(), true);
        List<RawFile> delta = entries(2, "delta");
        assertThat(delta).extracting(RawFile::name).containsOnly(delta.get(0).name());
        assertThat(delta).extracting(RawFile::level).containsExactlyInAnyOrder(0, 2);
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            assertThat(oracle.table("db", "t").rows()).containsExactly("[1,1]");
        }
        TableCheck.assertSound(directory());
    }

    private LakelogTable create(DataType key, Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put("bucket", "1");
        catalog().createDatabase("db");
        catalog()
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("k", "v"), List.of(key, DataType.INT)),
                                List.of("k"),
                                List.of(),
                                all,
                                null));
        return new LakelogTable(catalog().table(NAME));
    }

    private static LakelogTable.RowToWrite insert(Object... values) {
        return new LakelogTable.RowToWrite(RowKind.INSERT, List.of(values));
    }

    private Map<String, RawFile> live(long id) throws Exception {
        JsonNode snapshot = snapshot(id);
        SnapshotCheck check =
                new SnapshotCheck(metadata(), fault -> assertThat(fault).isNull());
        Map<String, RawFile> live = check.base(snapshot);
        SnapshotCheck.replay(
                check.delta(snapshot), live, fault -> assertThat(fault).isNull());
        return live;
    }

    /** @param which base, delta or changelog */
    private List<RawFile> entries(long id, String which) throws Exception {
        JsonNode list = snapshot(id).path(which + "ManifestList");
        return list.isTextual() ? metadata().entries(list.asText()) : List.of();
    }

    private JsonNode snapshot(long id) throws Exception {
        return Objects.requireNonNull(metadata().snapshots().get(id));
    }

    private RawMetadata metadata() {
        return new RawMetadata(directory());
    }

    private Path directory() {
        return warehouse.resolve("db.db").resolve("t");
    }

    private Catalog catalog() {
        return Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
    }
}
