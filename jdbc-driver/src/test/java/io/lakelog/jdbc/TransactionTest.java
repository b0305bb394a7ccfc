package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.sql.Engine;
import io.lakelog.storage.env.Environment;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.calcite.avatica.AvaticaClientRuntimeException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transactions through JDBC, by every way there is. */
final class TransactionTest {
    @TempDir
    Path directory = Path.of("unset");

    private interface Use {
        void of(Connection mine, Connection other) throws SQLException;
    }

    private void with(Transport transport, Use use) throws SQLException {
        try (Engine engine = Engine.open(Environment.local(), directory.toString());
                Transport.Place place = transport.open(engine, directory.toString());
                Connection mine = place.connect();
                Connection other = place.connect()) {
            for (String table : List.of("a", "b")) {
                run(
                        other,
                        "CREATE TABLE " + table + " (id INT PRIMARY KEY, v INT) WITH ('changelog-producer'='lookup')",
                        "INSERT INTO " + table + " VALUES (1, 10), (2, 20)");
            }
            use.of(mine, other);
        }
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    private static List<String> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                StringBuilder row = new StringBuilder(String.valueOf(result.getString(1)));
                for (int i = 2; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append('|').append(result.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        }
    }

    /** Where Avatica's own client lets an exception of its own out, that tells the SQLSTATE too. */
    private static void fails(String sqlState, ThrowingCallable call) {
        assertThatThrownBy(call).satisfies(e -> {
            if (e instanceof SQLException failure) {
                assertThat(failure.getSQLState()).isEqualTo(sqlState);
            } else {
                assertThat(((AvaticaClientRuntimeException) e).getSqlState()).isEqualTo(sqlState);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void workCommitWorkRollback(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            mine.setAutoCommit(false);
            run(mine, "INSERT INTO a VALUES (3, 30)", "UPDATE b SET v = v + 1");
            fails("23502", () -> run(mine, "INSERT INTO a VALUES (4, 40), (NULL, 0)"));
            assertThat(query(mine, "SELECT * FROM a ORDER BY id")).containsExactly("1|10", "2|20", "3|30");
            assertThat(query(other, "SELECT * FROM a ORDER BY id")).containsExactly("1|10", "2|20");
            mine.commit();
            assertThat(query(other, "SELECT * FROM a ORDER BY id")).containsExactly("1|10", "2|20", "3|30");
            assertThat(query(other, "SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')"))
                    .containsExactly("2|2");
            run(mine, "DELETE FROM a", "DELETE FROM b");
            assertThat(query(mine, "SELECT * FROM a")).isEmpty();
            mine.rollback();
            mine.setAutoCommit(true);
            assertThat(query(mine, "SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')"))
                    .containsExactly("2|2");
            run(mine, "DELETE FROM a WHERE id = 3");
            assertThat(query(other, "SELECT COUNT(*) FROM a")).containsExactly("2");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aLostRaceIsToldAtTheCommit(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            mine.setAutoCommit(false);
            run(mine, "UPDATE a SET v = v + 1 WHERE id = 1", "INSERT INTO b VALUES (1, 0)");
            run(other, "UPDATE a SET v = 0 WHERE id = 1");
            fails("40001", mine::commit);
            mine.rollback();
            assertThat(query(other, "SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')"))
                    .containsExactly("2|1");
            run(mine, "UPDATE a SET v = v + 1 WHERE id = 1");
            mine.commit();
            assertThat(query(other, "SELECT v FROM a WHERE id = 1")).containsExactly("1");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPreparedBatchInATransaction(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            mine.setAutoCommit(false);
            try (PreparedStatement insert = mine.prepareStatement("INSERT INTO a VALUES (?, ?)")) {
                for (int i = 3; i < 6; i++) {
                    insert.setInt(1, i);
                    insert.setInt(2, 10 * i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
                insert.setNull(1, java.sql.Types.INTEGER);
                insert.setInt(2, 0);
                insert.addBatch();
                assertThatThrownBy(insert::executeBatch).isInstanceOf(SQLException.class);
            }
            assertThat(query(other, "SELECT COUNT(*) FROM a")).containsExactly("2");
            mine.commit();
            assertThat(query(other, "SELECT COUNT(*), MAX(v) FROM a")).containsExactly("5|50");
        });
    }

    @ParameterizedTest
    @EnumSource
    void aBatchOfTextsIsAllOrNothing(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            try (Statement statement = mine.createStatement()) {
                statement.addBatch("INSERT INTO a VALUES (3, 30)");
                statement.addBatch("UPDATE b SET v = v + 1");
                assertThat(statement.executeBatch()).containsExactly(1, 2);
                assertThat(query(other, "SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')"))
                        .containsExactly("2|2");
                statement.clearBatch();
                statement.addBatch("DELETE FROM a");
                statement.addBatch("UPDATE b SET v = v / 0");
                fails("22012", () -> {
                    try {
                        statement.executeBatch();
                    } catch (BatchUpdateException e) {
                        assertThat(e.getUpdateCounts())
                                .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
                        throw e;
                    }
                });
                assertThat(query(other, "SELECT LAST_SNAPSHOT('a'), LAST_SNAPSHOT('b')"))
                        .containsExactly("2|2");
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void closingAndVanishingLeaveNoTrace(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            mine.setAutoCommit(false);
            run(mine, "INSERT INTO a VALUES (3, 30)");
            mine.close();
            assertThat(query(other, "SELECT LAST_SNAPSHOT('a')")).containsExactly("1");
        });
    }

    @ParameterizedTest
    @EnumSource
    void wordsOfSqlWorkToo(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            run(mine, "START TRANSACTION", "INSERT INTO a VALUES (3, 30)");
            assertThat(query(other, "SELECT COUNT(*) FROM a")).containsExactly("2");
            run(mine, "COMMIT");
            assertThat(query(other, "SELECT COUNT(*) FROM a")).containsExactly("3");
            run(mine, "BEGIN", "DELETE FROM a", "ROLLBACK");
            assertThat(query(mine, "SELECT COUNT(*) FROM a")).containsExactly("3");
            fails("25000", () -> run(mine, "COMMIT"));
        });
    }

    /** What pools and frameworks do around the work. */
    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void asPoolsAndFrameworksUseIt(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            for (int i = 0; i < 3; i++) {
                assertThat(mine.isValid(1)).isTrue();
                mine.setReadOnly(false);
                mine.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                mine.setAutoCommit(false);
                run(mine, "UPDATE a SET v = v + 1 WHERE id = 1");
                if (i == 1) {
                    mine.rollback();
                } else {
                    mine.commit();
                }
                mine.setAutoCommit(true);
                mine.clearWarnings();
            }
            assertThat(query(other, "SELECT v FROM a WHERE id = 1")).containsExactly("12");
            mine.setAutoCommit(false);
            run(mine, "UPDATE a SET v = v + 1 WHERE id = 1");
            mine.setAutoCommit(true);
            assertThat(query(other, "SELECT v FROM a WHERE id = 1")).containsExactly("13");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void theMetadataTellsTheTruth(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            DatabaseMetaData facts = mine.getMetaData();
            assertThat(facts.supportsTransactions()).isTrue();
            assertThat(facts.supportsSavepoints()).isFalse();
            assertThat(facts.getDefaultTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(facts.supportsTransactionIsolationLevel(Connection.TRANSACTION_READ_COMMITTED))
                    .isTrue();
            assertThat(facts.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE))
                    .isFalse();
            assertThat(facts.autoCommitFailureClosesAllResultSets()).isFalse();
            assertThat(facts.supportsOpenCursorsAcrossCommit()).isTrue();
            assertThat(facts.supportsOpenCursorsAcrossRollback()).isTrue();
            assertThat(facts.supportsOpenStatementsAcrossRollback()).isTrue();
            assertThat(facts.dataDefinitionCausesTransactionCommit()).isTrue();
            mine.setAutoCommit(false);
            run(mine, "INSERT INTO a VALUES (3, 30)", "CREATE TABLE c (id INT PRIMARY KEY)");
            mine.rollback();
            assertThat(query(other, "SELECT COUNT(*) FROM a")).containsExactly("3");

            Statement statement = mine.createStatement();
            ResultSet open = statement.executeQuery("SELECT v FROM a ORDER BY id");
            assertThat(open.next()).isTrue();
            run(mine, "DELETE FROM a");
            mine.rollback();
            assertThat(open.next()).isTrue();
            assertThat(open.getInt(1)).isEqualTo(20);
            statement.close();
        });
    }

    @Test
    void whatALostSessionHadWrittenIsGone() throws SQLException {
        try (Engine engine = Engine.open(Environment.local(), directory.toString());
                Transport.Place beside = Transport.EMBEDDED.open(engine, directory.toString());
                Connection reader = beside.connect()) {
            run(reader, "CREATE TABLE a (id INT PRIMARY KEY)");
            Transport.Place place = Transport.REMOTE.open(engine, directory.toString());
            Connection mine = place.connect();
            mine.setAutoCommit(false);
            run(mine, "INSERT INTO a VALUES (1)");
            place.close();
            assertThatThrownBy(() -> run(mine, "INSERT INTO a VALUES (2)")).isInstanceOf(SQLException.class);
            assertThatThrownBy(mine::commit).isInstanceOf(SQLException.class);
            assertThat(query(reader, "SELECT COUNT(*), LAST_SNAPSHOT('a') FROM a"))
                    .containsExactly("0|null");
        }
    }

    /** A short walk through random work over the wire; the engine's own tests go much further. */
    @ParameterizedTest
    @EnumSource(names = {"REMOTE", "AVATICA_PROTOBUF"})
    void aRandomWalkIsAMap(Transport transport) throws SQLException {
        with(transport, (mine, other) -> {
            Random random = new Random(20240501);
            Map<Integer, Integer> committed = new TreeMap<>(Map.of(1, 10, 2, 20));
            Map<Integer, Integer> seen = new TreeMap<>(committed);
            mine.setAutoCommit(false);
            for (int step = 0; step < 150; step++) {
                int key = random.nextInt(8);
                int value = random.nextInt(100);
                switch (random.nextInt(7)) {
                    case 0 -> {
                        mine.commit();
                        committed = new TreeMap<>(seen);
                    }
                    case 1 -> {
                        mine.rollback();
                        seen = new TreeMap<>(committed);
                    }
                    case 2 -> {
                        run(mine, "DELETE FROM a WHERE id = " + key);
                        seen.remove(key);
                    }
                    case 3 -> {
                        run(mine, "UPDATE a SET v = v + " + value + " WHERE id <= " + key);
                        seen.replaceAll((k, v) -> k <= key ? v + value : v);
                    }
                    case 4 -> fails("23502", () -> run(mine, "INSERT INTO a VALUES (" + key + ", 0), (NULL, 0)"));
                    default -> {
                        run(mine, "INSERT INTO a VALUES (" + key + ", " + value + ")");
                        seen.put(key, value);
                    }
                }
                assertThat(query(mine, "SELECT * FROM a ORDER BY id")).isEqualTo(texts(seen));
                assertThat(query(other, "SELECT * FROM a ORDER BY id")).isEqualTo(texts(committed));
            }
        });
    }

    private static List<String> texts(Map<Integer, Integer> rows) {
        return rows.entrySet().stream()
                .map(row -> row.getKey() + "|" + row.getValue())
                .toList();
    }
}
