package io.lakelog.tck.jdbc;

import static io.lakelog.tck.jdbc.Sql.assertState;
import static io.lakelog.tck.jdbc.Sql.query;
import static io.lakelog.tck.jdbc.Sql.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;

@DisplayName("8 Exceptions, 13.1 Statements")
@Timeout(120)
class StatementConformanceTest {
    /** Numbers enough that counting their pairs takes longer than anybody waits. */
    private static final String ENDLESS = "SELECT COUNT(*) FROM big a, big b, big c WHERE a.k + b.k + c.k = -1";

    @Conforms("execute tells rows from counts; the loop over results ends after one")
    void execute(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.execute("CREATE TABLE t (k INT PRIMARY KEY, v STRING)"))
                        .isFalse();
                assertThat(statement.getUpdateCount()).isZero();
                assertEnded(statement);
                assertThat(statement.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')"))
                        .isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(2);
                assertThat(statement.getLargeUpdateCount()).isEqualTo(2);
                assertThat(statement.getResultSet()).isNull();
                assertEnded(statement);
                assertThat(statement.execute("SELECT * FROM t")).isTrue();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
                assertThat(statement.getResultSet().next()).isTrue();
                assertEnded(statement);
            }
        });
    }

    private static void assertEnded(Statement statement) throws SQLException {
        int results = 1;
        while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
            assertThat(++results).isLessThan(3);
        }
        assertThat(results).isEqualTo(1);
    }

    @Conforms("executeUpdate and executeLargeUpdate count rows given or matched, none included")
    void counts(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.executeUpdate("CREATE TABLE t (k INT PRIMARY KEY, v INT)"))
                        .isZero();
                assertThat(statement.executeUpdate("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)"))
                        .isEqualTo(3);
                assertThat(statement.executeLargeUpdate("UPDATE t SET v = v + 1 WHERE k < 3"))
                        .isEqualTo(2);
                assertThat(statement.executeUpdate("UPDATE t SET v = 0 WHERE FALSE"))
                        .isZero();
                assertThat(statement.executeUpdate("DELETE FROM t WHERE k = 99"))
                        .isZero();
                assertThat(statement.executeUpdate("INSERT INTO t SELECT * FROM t WHERE k > 99"))
                        .isZero();
                assertThat(statement.execute("DELETE FROM t WHERE FALSE")).isFalse();
                assertThat(statement.getUpdateCount()).isZero();
                assertThat(statement.executeLargeUpdate("DELETE FROM t")).isEqualTo(3);
            }
        });
    }

    @Conforms(
            value = "executeQuery refuses what gives no rows, executeUpdate what gives some, before they run",
            notStock = "Avatica's client finds out afterwards")
    void wrongMethod(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            try (Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.executeQuery("INSERT INTO t VALUES (1)"))
                        .isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> statement.executeUpdate("SELECT * FROM t"))
                        .isInstanceOf(SQLException.class);
                assertThat(query(connection, "SELECT * FROM t")).isEmpty();
            }
        });
    }

    @Conforms(
            value = "every fetch size gives every row once; max rows ends the result",
            notStock = "Avatica's client takes fetch size 0 for no rows")
    void fetchSizeAndMaxRows(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            insertNumbers(connection, "t", 250);
            try (Statement statement = connection.createStatement()) {
                for (int fetchSize : new int[] {0, 1, 7, 100, 1000}) {
                    for (int maxRows : new int[] {0, 10, 100, 101, 250, 251}) {
                        statement.setFetchSize(fetchSize);
                        statement.setMaxRows(maxRows);
                        assertThat(statement.getFetchSize()).isEqualTo(fetchSize);
                        assertThat(statement.getMaxRows()).isEqualTo(maxRows);
                        assertThat(Sql.rows(statement.executeQuery("SELECT k FROM t")))
                                .doesNotHaveDuplicates()
                                .hasSize(maxRows == 0 ? 250 : Math.min(250, maxRows));
                    }
                }
                statement.setLargeMaxRows(3);
                assertThat(statement.getLargeMaxRows()).isEqualTo(3);
                assertState("07001", () -> statement.setMaxRows(-1));
                assertState("07001", () -> statement.setFetchSize(-1));
            }
        });
    }

    private static void insertNumbers(java.sql.Connection connection, String table, int count) throws SQLException {
        try (var insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?)")) {
            for (int i = 0; i < count; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @Conforms(
            value = "a query timeout ends a statement with SQLTimeoutException, and it can run again",
            notStock = "the protocol has no timeout")
    void timeout(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE big (k INT PRIMARY KEY)");
            insertNumbers(connection, "big", 5000);
            try (Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(1);
                assertThat(statement.getQueryTimeout()).isEqualTo(1);
                assertThatThrownBy(() -> Sql.rows(statement.executeQuery(ENDLESS)))
                        .isInstanceOf(SQLTimeoutException.class);
                statement.setQueryTimeout(0);
                assertThat(Sql.rows(statement.executeQuery("SELECT COUNT(*) FROM big")))
                        .containsExactly("5000");
                assertState("07001", () -> statement.setQueryTimeout(-1));
            }
        });
    }

    @Conforms(
            value = "cancel from another thread ends a statement, and it can run again",
            notStock = "the protocol has no cancel")
    void cancel(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE big (k INT PRIMARY KEY)");
            insertNumbers(connection, "big", 5000);
            try (Statement statement = connection.createStatement()) {
                statement.cancel();
                CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(() -> failure(statement));
                while (!running.isDone()) {
                    // Until it has begun there is nothing to cancel.
                    statement.cancel();
                    Thread.onSpinWait();
                }
                assertThat(running.get().getSQLState()).isEqualTo("57014");
                assertThat(Sql.rows(statement.executeQuery("VALUES 1"))).containsExactly("1");
            }
        });
    }

    private static SQLException failure(Statement statement) {
        try {
            Sql.rows(statement.executeQuery(ENDLESS));
            throw new IllegalStateException("an endless query has ended");
        } catch (SQLException e) {
            return e;
        }
    }

    @Conforms(
            value = "warnings: CHANGES over rows that wait for a compaction has one, and the next execution none",
            notStock = "the protocol has no warnings")
    void warnings(Setting setting) throws Exception {
        setting.run(connection -> {
            run(
                    connection,
                    "CREATE TABLE t (k INT PRIMARY KEY, v INT) WITH ('changelog-producer' = 'full-compaction',"
                            + " 'full-compaction.delta-commits' = '3')");
            run(connection, "CREATE TABLE copy (k INT PRIMARY KEY)", "INSERT INTO t VALUES (1, 1)");
            try (Statement statement = connection.createStatement()) {
                assertThat(Sql.rows(statement.executeQuery("SELECT k FROM CHANGES(t, 1)")))
                        .isEmpty();
                SQLWarning warning = statement.getWarnings();
                assertThat(warning.getSQLState()).isEqualTo("01000");
                assertThat(warning.getMessage())
                        .contains("wait for a compaction")
                        .contains(".t");
                assertThat((Object) warning.getNextWarning()).isNull();
                statement.clearWarnings();
                assertThat((Object) statement.getWarnings()).isNull();
                Sql.rows(statement.executeQuery("SELECT MAX(a.k) FROM t b JOIN CHANGES(t, 1) a ON a.k = b.k"));
                assertThat((Object) statement.getWarnings())
                        .as("read deep in a join")
                        .isNotNull();
                statement.executeUpdate("INSERT INTO copy SELECT k FROM CHANGES(t, 1)");
                assertThat((Object) statement.getWarnings())
                        .as("beside a count")
                        .isNotNull();
                assertThat(statement.getUpdateCount()).isZero();
                Sql.rows(statement.executeQuery("SELECT * FROM t"));
                assertThat((Object) statement.getWarnings()).isNull();
                statement.executeUpdate("INSERT INTO t VALUES (2, 2)");
                statement.executeUpdate("INSERT INTO t VALUES (3, 3)");
                assertThat(Sql.rows(statement.executeQuery("SELECT rowkind, k FROM CHANGES(t, 1)")))
                        .containsExactly("+I|1", "+I|2", "+I|3");
                assertThat((Object) statement.getWarnings()).isNull();
            }
        });
    }

    @Conforms("several statements of a connection have their results open side by side")
    void severalResults(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            insertNumbers(connection, "t", 3000);
            try (Statement one = connection.createStatement();
                    Statement two = connection.createStatement();
                    ResultSet left = one.executeQuery("SELECT k FROM t ORDER BY k");
                    ResultSet right = two.executeQuery("SELECT k FROM t ORDER BY k")) {
                for (int i = 0; i < 3000; i++) {
                    assertThat(left.next() && right.next()).isTrue();
                    assertThat(left.getInt(1)).isEqualTo(i);
                    assertThat(right.getInt(1)).isEqualTo(i);
                }
                assertThat(left.next() || right.next()).isFalse();
            }
        });
    }

    @Conforms("running a statement again closes its result; closing it closes the result")
    void oneResultEach(Setting setting) throws Exception {
        setting.run(connection -> {
            Statement statement = connection.createStatement();
            ResultSet first = statement.executeQuery("VALUES 1");
            ResultSet second = statement.executeQuery("VALUES 2");
            assertThat(first.isClosed()).isTrue();
            assertThat(second.next()).isTrue();
            assertThat(second.getStatement()).isSameAs(statement);
            statement.close();
            statement.close();
            assertThat(second.isClosed()).isTrue();
            assertThat(statement.isClosed()).isTrue();
        });
    }

    @Conforms("closeOnCompletion closes the statement with its result")
    void closeOnCompletion(Setting setting) throws Exception {
        setting.run(connection -> {
            Statement statement = connection.createStatement();
            assertThat(statement.isCloseOnCompletion()).isFalse();
            statement.closeOnCompletion();
            assertThat(statement.isCloseOnCompletion()).isTrue();
            statement.executeQuery("VALUES 1").close();
            assertThat(statement.isClosed()).isTrue();
        });
    }

    @Conforms(value = "generated keys: none, as an empty result", notStock = "Avatica refuses to ask")
    void generatedKeys(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY)");
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("INSERT INTO t VALUES (1)", Statement.RETURN_GENERATED_KEYS);
                assertThat(statement.getGeneratedKeys().next()).isFalse();
                statement.executeUpdate("INSERT INTO t VALUES (2)", new String[] {"k"});
                statement.executeUpdate("INSERT INTO t VALUES (3)", new int[] {1});
                statement.executeLargeUpdate("INSERT INTO t VALUES (4)", Statement.NO_GENERATED_KEYS);
                assertThat(statement.getGeneratedKeys().next()).isFalse();
            }
            try (var insert = connection.prepareStatement("INSERT INTO t VALUES (5)", new String[] {"k"})) {
                insert.executeUpdate();
                assertThat(insert.getGeneratedKeys().next()).isFalse();
            }
            assertThat(connection.getMetaData().supportsGetGeneratedKeys()).isFalse();
            assertThat(query(connection, "SELECT COUNT(*) FROM t")).containsExactly("5");
        });
    }

    @Conforms(
            value = "the small settings have their defaults, take what they can and refuse the rest",
            notStock = "Avatica takes or refuses others")
    void settings(Setting setting) throws Exception {
        setting.run(connection -> {
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.getConnection()).isSameAs(connection);
                assertThat(statement.getFetchDirection()).isEqualTo(ResultSet.FETCH_FORWARD);
                statement.setFetchDirection(ResultSet.FETCH_FORWARD);
                assertThatThrownBy(() -> statement.setFetchDirection(ResultSet.FETCH_REVERSE))
                        .isInstanceOf(SQLFeatureNotSupportedException.class);
                assertThat(statement.getMaxFieldSize()).isZero();
                statement.setMaxFieldSize(0);
                assertThat(statement.getResultSetType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
                assertThat(statement.getResultSetConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
                assertThat(statement.getResultSetHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
                assertThat(statement.isPoolable()).isFalse();
                statement.setPoolable(true);
                assertThat(statement.isPoolable()).isTrue();
                statement.setEscapeProcessing(true);
                assertThatThrownBy(() -> statement.setCursorName("c"))
                        .isInstanceOf(SQLFeatureNotSupportedException.class);
                assertThat(statement.enquoteLiteral("it's")).isEqualTo("'it''s'");
                assertThat(statement.enquoteIdentifier("two words", false)).isEqualTo("\"two words\"");
                assertThat(statement.isSimpleIdentifier("plain")).isTrue();
            }
        });
    }

    @Conforms("failures have the SQLSTATE of what is wrong, and leave the statement usable")
    void failures(Setting setting) throws Exception {
        setting.run(connection -> {
            run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v TINYINT NOT NULL)");
            try (Statement statement = connection.createStatement()) {
                assertState("42601", () -> statement.execute("SELEC 1"));
                assertState("42S02", () -> statement.execute("SELECT * FROM nothing"));
                assertState("42S22", () -> statement.execute("SELECT w FROM t"));
                assertState("42S01", () -> statement.execute("CREATE TABLE t (k INT PRIMARY KEY)"));
                assertState("22003", () -> statement.execute("INSERT INTO t VALUES (1, 300)"));
                assertState("23502", () -> statement.execute("INSERT INTO t VALUES (1, NULL)"));
                assertState(
                        "22012", () -> Sql.rows(statement.executeQuery("SELECT 1 / (k - k) FROM (VALUES 1) AS x (k)")));
                assertThat(statement.executeUpdate("INSERT INTO t VALUES (1, 1)"))
                        .isEqualTo(1);
            }
        });
    }

    @Conforms(value = "failures are of the subclass that their SQLSTATE asks for", notStock = "Avatica has one class")
    void failureClasses(Setting setting) throws Exception {
        setting.run(connection -> {
            assertThatThrownBy(() -> query(connection, "SELEC 1")).isInstanceOf(SQLSyntaxErrorException.class);
            assertThatThrownBy(() -> query(connection, "SELECT 1 / (k - k) FROM (VALUES 1) AS x (k)"))
                    .isInstanceOf(SQLDataException.class);
            assertThatThrownBy(() -> connection.createStatement().execute(null)).isInstanceOf(SQLException.class);
        });
    }
}
