package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.paimon.table.FileStoreTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Paimon keeps in other places than the table's own: branches, data files elsewhere, statistics. */
class ForeignPlacesTest {
    @TempDir
    Path directory;

    @Test
    void aBranchIsReadByItsName() throws Exception {
        try (PaimonStage stage = table(Map.of())) {
            write(stage.paimon(), "a", 1);
            stage.paimon().table().createTag("before");
            stage.paimon().table().createBranch("dev", "before");
            write(stage.paimon(), "b", 2);
            FileStoreTable branch = stage.paimon().table().switchToBranch("dev");
            try (PaimonWriter writer = new PaimonTable(branch).writer("paimon", false)) {
                writer.write("+I", List.of("c", 3));
                writer.commit();
            }
        }
        assertThat(query("SELECT v0 FROM t ORDER BY k0")).containsExactly("a", "b");
        assertThat(query("SELECT v0 FROM t$branch_dev ORDER BY k0")).containsExactly("a", "c");
        assertThat(query("SELECT v0 FROM \"T$branch_dev\" FOR VERSION AS OF 1")).containsExactly("a");
        assertThat(query("SELECT v0 FROM CHANGES(t$branch_dev, 2)")).containsExactly("c");
        assertThat(query("SELECT snapshot_id FROM t$branch_dev$snapshots")).containsExactly("1", "2");
        assertThatThrownBy(() -> query("SELECT * FROM t$branch_none")).hasMessageContaining("branch_none");
        assertThatThrownBy(() -> query("INSERT INTO t$branch_dev VALUES ('d', 4)"))
                .hasMessageContaining("can only be read");
    }

    @Test
    void filesLieElsewhere() throws Exception {
        // Within the warehouse: what lies outside is not touched, whoever says it is the table's.
        Path elsewhere = directory.resolve("warehouse/else where");
        Map<String, String> options = Map.of(
                "data-file.external-paths", elsewhere.toUri().toString().replace("%20", " "),
                "data-file.external-paths.strategy", "round-robin",
                "changelog-producer", "lookup");
        try (PaimonStage stage = table(options)) {
            write(stage.paimon(), "a", 1);
            write(stage.paimon(), "b", 1);
            LakelogTable table = stage.lakelog();
            assertThat(elsewhere).isNotEmptyDirectory();
            assertThat(table.rows()).containsExactly("[\"b\",1]");
            stage.verdict().assertSameRows();
            stage.verdict().assertSameChanges();
        }
        assertThatThrownBy(() -> query("INSERT INTO t VALUES ('c', 2)"))
                .hasMessageContaining("'data-file.external-paths'");
    }

    @Test
    void aTableWhoseFilesGoOutOfTheWarehouseIsRefusedWhenItIsOpened() throws Exception {
        Path outside = directory.resolve("outside");
        try (PaimonStage stage = table(Map.of(
                "data-file.external-paths",
                outside.toUri().toString(),
                "data-file.external-paths.strategy",
                "round-robin"))) {
            write(stage.paimon(), "a", 1);
            assertThat(outside).isNotEmptyDirectory();
        }
        assertThatThrownBy(() -> query("SELECT COUNT(*) FROM t"))
                .hasMessageContaining(outside.toString())
                .hasMessageContaining("outside the warehouse ('data-file.external-paths')")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("0A000");
    }

    @Test
    void aFileOutOfTheWarehouseIsRefusedBeforeAnyRowIsRead() throws Exception {
        Path outside = directory.resolve("outside");
        Map<String, String> options =
                Map.of("data-file.external-paths", outside.toUri().toString());
        try (PaimonStage stage = table(options)) {
            write(stage.paimon(), "a", 1);
            FileStoreTable away =
                    stage.paimon().table().copy(Map.of("data-file.external-paths.strategy", "round-robin"));
            write(new PaimonTable(away), "b", 2);
        }
        // The option alone moves nothing: its strategy in the schema is 'none'.
        assertThat(query("SELECT v0 FROM t FOR VERSION AS OF 1")).containsExactly("a");
        assertThatThrownBy(() -> query("SELECT v0 FROM t LIMIT 1"))
                .hasMessageContaining("data-file.external-paths")
                .hasMessageMatching("(?s).*" + outside + ".*\\.parquet.*");
    }

    /** Those that Paimon gathered stay known while both go on writing. */
    @Test
    void statisticsChangeNothing() throws Exception {
        try (PaimonStage stage = table(Map.of())) {
            write(stage.paimon(), "a", 1);
            try (var commit = stage.paimon().table().newBatchWriteBuilder().newCommit()) {
                commit.updateStatistics(new org.apache.paimon.stats.Statistics(1, 0, 1L, 100L));
            }
            write(stage.paimon(), "b", 2);
            stage.lakelog().commit(List.of(new LakelogTable.RowToWrite(RowKind.INSERT, List.of("c", 3))));
            stage.verdict().assertAllWithoutChangelog();
            assertThat(stage.paimon().table().statistics())
                    .hasValueSatisfying(
                            known -> assertThat(known.mergedRecordCount()).hasValue(1));
        }
        assertThat(query("SELECT mergedRecordCount FROM t$statistics")).containsExactly("1");
    }

    @Test
    void aMultisetIsReadAsAMapOfCounts() throws Exception {
        Scenario empty = new Scenario(
                Scenarios.definition(
                        List.of(DataType.INT),
                        List.of(DataType.multiset(DataType.STRING)),
                        List.of(),
                        Map.of("bucket", "1", "changelog-producer", "lookup")),
                0,
                List.of());
        try (PaimonStage stage = new PaimonStage(directory.resolve("warehouse"), empty, Map.of())) {
            write(stage.paimon(), Map.of("a", 2), 1);
            write(stage.paimon(), Map.of("b", 1), 1);
        }
        assertThat(query("SELECT v0 FROM t")).containsExactly("{b=1}");
        assertThat(query("SELECT v0['b'] FROM t")).containsExactly("1");
        assertThat(query("SELECT v0 FROM CHANGES(t, 1)")).containsExactly("{a=2}", "{a=2}", "{b=1}");
    }

    private PaimonStage table(Map<String, String> options) throws Exception {
        Scenario empty = new Scenario(
                Scenarios.definition(List.of(DataType.INT), List.of(DataType.STRING), List.of(), Map.of("bucket", "1")),
                0,
                List.of());
        return new PaimonStage(directory.resolve("warehouse"), empty, options);
    }

    private static void write(PaimonTable table, Object... row) throws Exception {
        try (PaimonWriter writer = table.writer("paimon", false)) {
            writer.write("+I", List.of(row));
            writer.commit();
        }
    }

    private List<String> query(String sql) throws SQLException {
        List<String> first = new ArrayList<>();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:lakelog:" + directory.resolve("warehouse") + ";database=db");
                Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        first.add(result.getString(1));
                    }
                }
            }
        }
        return first;
    }
}
