package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.apache.paimon.table.sink.BatchTableCommit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions that one engine drops are gone for both, rows and changes, and come again with the next row of either. */
class DropPartitionTest {
    private static final LocalDate FIRST = LocalDate.parse("2024-01-01");
    private static final LocalDate SECOND = LocalDate.parse("2024-01-02");

    @TempDir
    Path warehouse;

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "input", "full-compaction"})
    void bothDropAndWriteInTurn(String producer) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse);
                Statement statement = connection.createStatement();
                PaimonOracle oracle = new PaimonOracle(warehouse)) {
            statement.execute("CREATE TABLE t (day DATE, region STRING, id INT, v STRING,"
                    + " PRIMARY KEY (day, region, id) NOT ENFORCED) PARTITIONED BY (day, region)"
                    + " WITH ('bucket' = '2', 'changelog-producer' = '" + producer + "')");
            for (int day = 1; day <= 3; day++) {
                statement.execute("INSERT INTO t VALUES (DATE '2024-01-0" + day + "', 'a=b', 1, 'x'),"
                        + " (DATE '2024-01-0" + day + "', 'c', 2, 'y'), (DATE '2024-01-0" + day + "', 'c', 3, 'z')");
            }
            write(oracle, FIRST, "a=b", 4);
            statement.execute("ALTER TABLE t DROP PARTITION (day = DATE '2024-01-01', region = 'a=b')");
            assertAgree(oracle, producer);
            assertThat(lakelog().rows()).hasSize(8).noneMatch(row -> row.contains("2024-01-01\",\"a=b"));
            statement.execute("ALTER TABLE t DROP PARTITION (day = DATE '2024-01-03'), PARTITION (region = 'a=b')");
            assertAgree(oracle, producer);
            assertThat(lakelog().rows()).hasSize(4);
            write(oracle, FIRST, "a=b", 1);
            statement.execute(
                    "INSERT INTO t VALUES (DATE '2024-01-01', 'a=b', 1, 'again'), (DATE '2024-01-03', 'c', 2, 'again')");
            assertAgree(oracle, producer);
            try (BatchTableCommit commit =
                    oracle.table("default", "t").table().newBatchWriteBuilder().newCommit()) {
                commit.truncatePartitions(List.of(Map.of("day", "2024-01-02")));
            }
            write(oracle, SECOND, "c", 9);
            statement.execute("INSERT INTO t VALUES (DATE '2024-01-02', 'c', 2, 'anew')");
            assertThat(lakelog().rows())
                    .hasSize(6)
                    .contains("[\"2024-01-02\",\"c\",2,\"anew\"]")
                    .isEqualTo(oracle.table("default", "t").rows());
            verdict(oracle).assertSameRows();
        }
    }

    private static void write(PaimonOracle oracle, LocalDate day, String region, int id) throws Exception {
        try (PaimonWriter writer = oracle.table("default", "t").writer("paimon", false)) {
            writer.write("+I", List.of(day, region, id, "paimon"));
            writer.commit();
        }
    }

    private void assertAgree(PaimonOracle oracle, String producer) throws Exception {
        Verdict verdict = verdict(oracle);
        switch (producer) {
            case "lookup", "full-compaction" -> verdict.assertAllWithLateChangelog();
            case "input" -> verdict.assertAllWithGivenChangelog();
            // Of an overwrite Paimon's stream says nothing here; ours is computed.
            default -> {
                verdict.assertSameRows();
                verdict.assertReplayGivesRows();
            }
        }
    }

    private Verdict verdict(PaimonOracle oracle) throws Exception {
        return new Verdict(lakelog(), oracle.table("default", "t"), warehouse.resolve("default.db/t"));
    }

    private LakelogTable lakelog() {
        return new LakelogTable(Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString())
                .table(new TableName("default", "t")));
    }
}
