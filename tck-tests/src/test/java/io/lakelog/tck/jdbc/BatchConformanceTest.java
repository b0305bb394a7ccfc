package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.query;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;

@DisplayName("14 Batch Updates")
class BatchConformanceTest {
    private static long snapshots(Connection connection) throws SQLException {
        return Long.parseLong(
                query(connection, "SELECT COUNT(*) FROM t$snapshots").get(0));
    }

    @Conforms("a batch of a prepared statement is one commit, with the exact count of each set")
    void onePreparedCommit(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, g INT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < 6; i++) {
                    insert.setInt(1, i);
                    insert.setInt(2, i % 3);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).containsExactly(1, 1, 1, 1, 1, 1);
                assertThat(snapshots(connection)).isEqualTo(1);
                assertThat(insert.executeBatch()).as("an empty batch").isEmpty();
            }
            try (PreparedStatement update = connection.prepareStatement("UPDATE t SET g = g + 10 WHERE g = ?")) {
                for (int g : new int[] {0, 7, 1, 10}) {
                    update.setInt(1, g);
                    update.addBatch();
                }
                assertThat(update.executeBatch())
                        .as("each sees what those before it did")
                        .containsExactly(2, 0, 2, 2);
                assertThat(snapshots(connection)).isEqualTo(2);
            }
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM t WHERE g = ?")) {
                delete.setInt(1, 20);
                delete.addBatch();
                delete.setInt(1, 20);
                delete.addBatch();
                assertThat(delete.executeLargeBatch()).containsExactly(2, 0);
            }
        });
    }

    @Conforms("a batch without parameters, of one set, and after clearBatch")
    void smallBatches(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, g INT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (1, 1)")) {
                insert.addBatch();
                assertThat(insert.executeBatch()).containsExactly(1);
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, 2)")) {
                insert.setInt(1, 5);
                insert.addBatch();
                insert.clearBatch();
                insert.setInt(1, 6);
                insert.addBatch();
                assertThat(insert.executeBatch()).containsExactly(1);
            }
            assertThat(query(connection, "SELECT k FROM t ORDER BY k")).containsExactly("1", "6");
        });
    }

    @Conforms("a batch of texts runs one after the other, each with its count")
    void texts(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("CREATE TABLE t (k INT PRIMARY KEY, g INT)");
                statement.addBatch("INSERT INTO t VALUES (1, 1), (2, 1), (3, 2)");
                statement.addBatch("UPDATE t SET g = 5 WHERE g = 1");
                statement.addBatch("DELETE FROM t WHERE FALSE");
                assertThat(statement.executeBatch()).containsExactly(0, 3, 2, 0);
                assertThat(statement.executeBatch()).isEmpty();
            }
        });
    }

    @Conforms(
            value = "a failing set undoes the whole prepared batch: EXECUTE_FAILED for each, and the cause",
            notStock = "Avatica's exception has no counts")
    void failingSet(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v TINYINT)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < 3; i++) {
                    insert.setInt(1, i);
                    insert.setInt(2, i == 1 ? 999 : i);
                    insert.addBatch();
                }
                assertThatThrownBy(insert::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, failure -> {
                    assertThat(failure.getUpdateCounts())
                            .containsExactly(
                                    Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
                    assertThat(failure.getLargeUpdateCounts()).hasSize(3);
                    assertThat(failure.getSQLState()).isEqualTo("22003");
                    assertThat((Object) failure.getNextException()).isNotNull();
                    assertThat(failure.getMessage()).contains("999");
                });
                assertThat(query(connection, "SELECT * FROM t")).isEmpty();
                assertThat(snapshots(connection)).isZero();
                assertThat(insert.executeBatch()).as("the batch is gone").isEmpty();
                insert.setInt(2, 1);
                insert.addBatch();
                assertThat(insert.executeBatch()).containsExactly(1);
            }
        });
    }

    @Conforms(
            value = "a failing text undoes the whole batch: EXECUTE_FAILED for each, and the cause",
            notStock = "Avatica's exception has no counts")
    void failingText(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v INT)");
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("INSERT INTO t VALUES (1, 1), (2, 2)");
                statement.addBatch("INSERT INTO t VALUES (3, 3)");
                statement.addBatch("INSERT INTO nowhere VALUES (1)");
                statement.addBatch("INSERT INTO t VALUES (4, 4)");
                assertThatThrownBy(statement::executeBatch)
                        .isInstanceOfSatisfying(BatchUpdateException.class, failure -> {
                            assertThat(failure.getUpdateCounts()).hasSize(4).containsOnly(Statement.EXECUTE_FAILED);
                            assertThat(failure.getSQLState()).isEqualTo("42S02");
                        });
            }
            assertThat(query(connection, "SELECT k FROM t ORDER BY k")).isEmpty();
        });
    }

    @Conforms(value = "a query in a batch is refused", notStock = "Avatica's client finds out late")
    void queryRefused(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("VALUES 1");
                assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT CAST(? AS INT)")) {
                select.setInt(1, 1);
                select.addBatch();
                assertThatThrownBy(select::executeBatch).isInstanceOf(BatchUpdateException.class);
            }
        });
    }

    @Conforms("ten thousand sets in one commit")
    void large(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v STRING)");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < 10_000; i++) {
                    insert.setInt(1, i);
                    insert.setString(2, "value " + i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(10_000).containsOnly(1);
            }
            assertThat(snapshots(connection)).isEqualTo(1);
            assertThat(query(connection, "SELECT COUNT(*), MAX(v) FROM t")).containsExactly("10000|value 9999");
            assertThat(connection.getMetaData().supportsBatchUpdates()).isTrue();
        });
    }
}
