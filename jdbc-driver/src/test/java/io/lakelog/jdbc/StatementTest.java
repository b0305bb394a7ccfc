package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.type.DataType;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StatementTest {
    @TempDir
    Path directory = Path.of("unset");

    private FakeEngine engine() {
        return new FakeEngine(Catalog.open(Environment.local(), directory.toString()));
    }

    private void with(Transport transport, FakeEngine engine, Use use) throws SQLException {
        try (Transport.Place place = transport.open(engine, directory.toString())) {
            try (Connection connection = place.connect()) {
                use.of(connection);
            }
            assertThat(engine.openSources()).as("results left open").isZero();
            assertThat(engine.openConnections()).as("sessions left open").isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLoopOverResultsEndsAfterOne(Transport transport) throws SQLException {
        FakeEngine engine = engine().numbers("SELECT", 3, 2).update("INSERT", 5).command("CREATE");
        with(transport, engine, connection -> {
            try (Statement statement = connection.createStatement()) {
                assertThat(statement.execute("SELECT")).isTrue();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
                try (ResultSet rows = statement.getResultSet()) {
                    assertThat(count(rows)).isEqualTo(3);
                }
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);

                assertThat(statement.execute("INSERT")).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(5);
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);

                assertThat(statement.execute("CREATE")).isFalse();
                assertThat(statement.getUpdateCount()).isZero();
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void everyFetchSizeAndRowLimitGivesTheRowsOnce(Transport transport) throws SQLException {
        FakeEngine engine = engine().numbers("SELECT", 5250, 700);
        with(transport, engine, connection -> {
            for (int fetchSize : new int[] {0, 1, 7, 100, 1000, 100_000}) {
                for (int maxRows : new int[] {0, 1, 10, 1000, 1001, 5250, 6000}) {
                    if (fetchSize == 0 && !transport.isOurs()) {
                        continue; // Avatica's client takes the 0 for "no rows" by itself.
                    }
                    try (Statement statement = connection.createStatement()) {
                        statement.setFetchSize(fetchSize);
                        statement.setMaxRows(maxRows);
                        try (ResultSet rows = statement.executeQuery("SELECT")) {
                            int expected = maxRows == 0 ? 5250 : Math.min(maxRows, 5250);
                            assertThat(count(rows))
                                    .as("fetch %d, max %d", fetchSize, maxRows)
                                    .isEqualTo(expected);
                        }
                    }
                }
            }
        });
    }

    /** Counts the numbers, which must come in order. */
    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            assertThat(rows.getInt(1)).isEqualTo(count++);
        }
        assertThat(rows.next()).isFalse();
        return count;
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void aStatementOfTheWrongKindIsRefusedBeforeItRuns(Transport transport) throws SQLException {
        FakeEngine engine = engine().numbers("SELECT", 3, 2).update("INSERT", 5);
        with(transport, engine, connection -> {
            try (Statement statement = connection.createStatement()) {
                assertState(() -> statement.executeQuery("INSERT"), ErrorCode.INVALID_STATEMENT);
                assertState(() -> statement.executeUpdate("SELECT"), ErrorCode.INVALID_STATEMENT);
                assertThat(engine.parameters).isEmpty();
                assertThat(statement.executeUpdate("INSERT")).isEqualTo(5);
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aFailureKeepsItsStateAndMessage(Transport transport) throws SQLException {
        FakeEngine engine = engine().failure("INSERT", ErrorCode.NULL_VALUE, "column 'id' is NOT NULL");
        with(transport, engine, connection -> {
            try (Statement statement = connection.createStatement()) {
                assertThatThrownBy(() -> statement.executeUpdate("INSERT"))
                        .isInstanceOfSatisfying(SQLException.class, failure -> {
                            assertThat(failure.getSQLState()).isEqualTo("23502");
                            if (transport.isOurs()) {
                                assertThat(failure.getMessage()).isEqualTo("column 'id' is NOT NULL");
                            } else {
                                assertThat(failure.getMessage()).contains("column 'id' is NOT NULL");
                            }
                        });
                assertThatThrownBy(() -> connection.prepareStatement("nonsense"))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                failure -> assertThat(failure.getSQLState()).isEqualTo("42601"));
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void batchesCountEachSet(Transport transport) throws SQLException {
        FakeEngine engine = engine().update("INSERT ?", 1, DataType.INT).update("INSERT", 2);
        with(transport, engine, connection -> {
            try (PreparedStatement statement = connection.prepareStatement("INSERT ?")) {
                for (int i = 0; i < 3; i++) {
                    statement.setInt(1, i);
                    statement.addBatch();
                }
                assertThat(statement.executeBatch()).containsExactly(1, 1, 1);
                assertThat(engine.parameters.stream().map(set -> ((Number) set.get(0)).intValue()))
                        .containsExactly(0, 1, 2);
                assertThat(statement.executeBatch()).isEmpty();
                statement.setInt(1, 9);
                statement.addBatch();
                assertThat(statement.executeLargeBatch()).containsExactly(1L);
            }
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("INSERT");
                statement.addBatch("INSERT");
                assertThat(statement.executeBatch()).containsExactly(2, 2);
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void aBatchThatFailsSaysHowFarItCame(Transport transport) throws SQLException {
        FakeEngine engine = engine().failure("INSERT ?", ErrorCode.NUMERIC_OVERFLOW, "too large", DataType.INT)
                .update("INSERT", 2)
                .numbers("SELECT", 1, 1);
        with(transport, engine, connection -> {
            try (PreparedStatement statement = connection.prepareStatement("INSERT ?")) {
                statement.setInt(1, 1);
                statement.addBatch();
                statement.setInt(1, 2);
                statement.addBatch();
                assertThatThrownBy(statement::executeBatch)
                        .isInstanceOfSatisfying(BatchUpdateException.class, failure -> {
                            assertThat(failure.getSQLState()).isEqualTo("22003");
                            assertThat(failure.getUpdateCounts())
                                    .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
                        });
            }
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("INSERT");
                statement.addBatch("SELECT");
                statement.addBatch("INSERT");
                assertThatThrownBy(statement::executeBatch)
                        .isInstanceOfSatisfying(
                                BatchUpdateException.class,
                                failure -> assertThat(failure.getUpdateCounts())
                                        .containsExactly(
                                                Statement.EXECUTE_FAILED,
                                                Statement.EXECUTE_FAILED,
                                                Statement.EXECUTE_FAILED));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void closingAnythingClosesWhatIsBelow(Transport transport) throws SQLException {
        FakeEngine engine = engine().numbers("SELECT", 100_000, 1000);
        with(transport, engine, connection -> {
            Statement statement = connection.createStatement();
            ResultSet first = statement.executeQuery("SELECT");
            assertThat(first.next()).isTrue();
            ResultSet second = statement.executeQuery("SELECT");
            assertThat(first.isClosed()).isTrue();
            assertState(first::next, ErrorCode.CLOSED);
            second.close();
            second.close();
            assertThat(engine.openSources()).isZero();
            statement.closeOnCompletion();
            statement.executeQuery("SELECT").close();
            assertThat(statement.isClosed()).isTrue();
            assertState(() -> statement.execute("SELECT"), ErrorCode.CLOSED);

            Statement other = connection.createStatement();
            ResultSet third = other.executeQuery("SELECT");
            PreparedStatement prepared = connection.prepareStatement("SELECT");
            ResultSet fourth = prepared.executeQuery();
            assertThat(fourth.next()).isTrue();
            assertThat(engine.openSources()).isEqualTo(2);
            connection.close();
            assertThat(third.isClosed()).isTrue();
            assertThat(fourth.isClosed()).isTrue();
            assertThat(other.isClosed()).isTrue();
            assertThat(prepared.isClosed()).isTrue();
            assertState(() -> connection.createStatement(), ErrorCode.CLOSED);
            assertThat(connection.isValid(1)).isFalse();
            connection.close();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void severalResultsOfAConnectionAreReadSideBySide(Transport transport) throws SQLException {
        FakeEngine engine = engine().numbers("SELECT", 9000, 500);
        with(transport, engine, connection -> {
            try (Statement one = connection.createStatement();
                    Statement two = connection.createStatement();
                    ResultSet left = one.executeQuery("SELECT");
                    ResultSet right = two.executeQuery("SELECT")) {
                for (int i = 0; i < 9000; i++) {
                    assertThat(left.next() && right.next()).isTrue();
                    assertThat(left.getInt("C1")).isEqualTo(i);
                    assertThat(right.getInt("c1")).isEqualTo(i);
                }
                assertThat(left.next() || right.next()).isFalse();
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void whatJdbcAsksOfAConnectionIsAnswered(Transport transport) throws SQLException {
        with(transport, engine(), connection -> {
            assertThat(connection.isValid(0)).isTrue();
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setAutoCommit(true);
            assertState(connection::commit, ErrorCode.TRANSACTION_STATE);
            assertState(connection::rollback, ErrorCode.TRANSACTION_STATE);
            connection.setAutoCommit(false);
            assertThat(connection.getAutoCommit()).isFalse();
            connection.commit();
            connection.rollback();
            assertThatThrownBy(connection::setSavepoint).isInstanceOf(SQLFeatureNotSupportedException.class);
            connection.setAutoCommit(true);
            assertThat(connection.getCatalog()).isEqualTo("lakelog");
            connection.setCatalog("anything");
            assertThat(connection.getSchema()).isEqualTo("default");
            connection.setSchema("DEFAULT");
            assertThat(connection.getSchema()).isEqualTo("default");
            assertState(() -> connection.setSchema("defualt"), ErrorCode.DATABASE_NOT_FOUND);
            assertThat(connection.isReadOnly()).isFalse();
            connection.setReadOnly(true);
            assertThat(connection.isReadOnly()).isTrue();
            assertThat((Object) connection.getWarnings()).isNull();
            connection.clearWarnings();
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
            assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
            assertState(
                    () -> connection.setTransactionIsolation(Connection.TRANSACTION_NONE), ErrorCode.INVALID_PARAMETER);
            connection.setNetworkTimeout(Runnable::run, 20_000);
            assertThat(connection.getNetworkTimeout()).isEqualTo(20_000);
            assertThat(connection.nativeSQL("SELECT 1")).isEqualTo("SELECT 1");
            assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
            try (Statement statement = connection.createStatement()) {
                assertThat((Object) statement.getWarnings()).isNull();
                assertThat(statement.getGeneratedKeys().next()).isFalse();
                statement.setEscapeProcessing(false);
                statement.setPoolable(true);
                assertThat(statement.isPoolable()).isTrue();
                assertThat(statement.getFetchDirection()).isEqualTo(ResultSet.FETCH_FORWARD);
            }
            assertThatThrownBy(() ->
                            connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
        });
    }

    @ParameterizedTest
    @EnumSource
    void stockClientsToo(Transport transport) throws SQLException {
        FakeEngine engine = engine().rows("SELECT", List.of(DataType.STRING), List.of(List.of("x")));
        with(transport, engine, connection -> {
            try (PreparedStatement statement = connection.prepareStatement("SELECT")) {
                for (int i = 0; i < 2; i++) {
                    try (ResultSet rows = statement.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getString(1)).isEqualTo("x");
                    }
                }
            }
            assertThat(connection.getSchema()).isEqualTo("default");
            assertThat(connection.isReadOnly()).isFalse();
        });
    }

    private static void assertState(ThrowingCallable call, ErrorCode code) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo(code.sqlState()));
    }

    private interface Use {
        void of(Connection connection) throws SQLException;
    }
}
