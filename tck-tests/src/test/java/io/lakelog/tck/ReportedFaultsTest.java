package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults in change streams that users of similar systems reported: the smallest case of each, and what is right. */
class ReportedFaultsTest {
    @TempDir
    Path warehouse;

    private Connection connection;
    private Statement statement;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse);
        statement = connection.createStatement();
    }

    @AfterEach
    void paimonAgrees() throws Exception {
        connection.close();
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        LakelogTable table = new LakelogTable(catalog.table(new TableName("default", "t")));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            Verdict verdict = new Verdict(table, oracle.table("default", "t"), warehouse.resolve("default.db/t"));
            if ("lookup".equals(table.table().schema().options().get("changelog-producer"))) {
                verdict.assertAllWithChangelog();
            } else {
                verdict.assertAllWithoutChangelog();
            }
        }
    }

    private void create(String options) throws SQLException {
        statement.execute("CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED) WITH (" + options + ")");
    }

    @Test
    void reinsertOfDeletedContentIsAnInsert() throws SQLException {
        create("'changelog-producer' = 'lookup'");
        statement.executeUpdate("INSERT INTO t VALUES (1, 7)");
        statement.executeUpdate("DELETE FROM t WHERE id = 1");
        statement.executeUpdate("INSERT INTO t VALUES (1, 7)");
        assertThat(changes("1")).containsExactly("+I 1 7", "-D 1 7", "+I 1 7");
    }

    @Test
    void eachRangeHoldsTheChangesOfItsStatement() throws SQLException {
        create("'changelog-producer' = 'lookup'");
        List<Long> heads = new ArrayList<>();
        for (String sql : List.of(
                "INSERT INTO t VALUES (1, 1), (2, 2)",
                "DELETE FROM t WHERE id = 1",
                "UPDATE t SET v = 3 WHERE id = 2")) {
            statement.executeUpdate(sql);
            heads.add(lastSnapshot());
        }
        assertThat(changes("1, " + heads.get(0))).containsExactly("+I 1 1", "+I 2 2");
        assertThat(changes((heads.get(0) + 1) + ", " + heads.get(1))).containsExactly("-D 1 1");
        assertThat(changes((heads.get(1) + 1) + ", " + heads.get(2))).containsExactly("-U 2 2", "+U 2 3");
        assertThat(changes(Long.toString(heads.get(2) + 1))).isEmpty();
        assertThatThrownBy(() -> changes(Long.toString(heads.get(2) + 2)))
                .isInstanceOf(SQLException.class)
                .extracting(failure -> ((SQLException) failure).getSQLState())
                .isEqualTo("22023");
    }

    @Test
    void whatChangesNothingIsNoChange() throws SQLException {
        create("'changelog-producer' = 'lookup'");
        statement.executeUpdate("INSERT INTO t VALUES (1, 1), (2, CAST(NULL AS INT))");
        assertThat(statement.executeUpdate("UPDATE t SET v = v")).isEqualTo(2);
        assertThat(statement.executeUpdate("INSERT INTO t VALUES (1, 1), (2, NULL)"))
                .isEqualTo(2);
        assertThat(statement.executeUpdate("INSERT INTO t SELECT * FROM t")).isEqualTo(2);
        assertThat(changes("2")).isEmpty();
        assertThat(lastSnapshot()).isEqualTo(4);
    }

    @Test
    void deleteOfMissingKeyIsNothingWithEitherProducer() throws SQLException {
        for (String producer : List.of("lookup", "none")) {
            statement.execute("DROP TABLE IF EXISTS t");
            create("'changelog-producer' = '" + producer + "'");
            assertThat(statement.executeUpdate("DELETE FROM t WHERE id = 999")).isZero();
            statement.executeUpdate("INSERT INTO t VALUES (1, 1)");
            assertThat(statement.executeUpdate("DELETE FROM t WHERE id = 999")).isZero();
            assertThat(changes("1")).as(producer).containsExactly("+I 1 1");
        }
    }

    @Test
    void historyIsToldInFull() throws SQLException {
        create("'changelog-producer' = 'lookup'");
        statement.executeUpdate("INSERT INTO t VALUES (1, 1)");
        statement.executeUpdate("UPDATE t SET v = 2 WHERE id = 1");
        statement.executeUpdate("DELETE FROM t");
        assertThat(changes("1")).containsExactly("+I 1 1", "-U 1 1", "+U 1 2", "-D 1 2");
    }

    @Test
    void imagesOfEachKeyFormAChain() throws SQLException {
        create("'changelog-producer' = 'lookup', 'bucket' = '4'");
        try (PreparedStatement upsert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            for (int i = 0; i < 25; i++) {
                for (int id : new int[] {1, 2 + i % 7, 100 + i}) {
                    upsert.setInt(1, id);
                    upsert.setInt(2, i);
                    upsert.addBatch();
                }
                upsert.executeBatch();
            }
        }
        Map<String, String> state = new HashMap<>();
        for (String change : changes("1")) {
            String[] words = change.split(" ", -1);
            String before = words[0].startsWith("-") ? state.remove(words[1]) : state.put(words[1], words[2]);
            assertThat(before).as(change).isEqualTo(words[0].startsWith("-") ? words[2] : null);
        }
        assertThat(state).hasSize(1 + 7 + 25);
    }

    private List<String> changes(String range) throws SQLException {
        List<String> changes = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(
                "SELECT rowkind, id, v FROM CHANGES(t, " + range + ") ORDER BY snapshot_id, change_no")) {
            while (result.next()) {
                changes.add(result.getString(1) + " " + result.getInt(2) + " " + result.getString(3));
            }
        }
        return changes;
    }

    private long lastSnapshot() throws SQLException {
        try (ResultSet result = statement.executeQuery("SELECT LAST_SNAPSHOT('t')")) {
            result.next();
            return result.getLong(1);
        }
    }
}
