package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements that would never end. */
@Timeout(60)
final class CancelTest {
    @TempDir
    Path directory = Path.of("unset");

    private FakeEngine engine() {
        return new FakeEngine(Catalog.open(Environment.local(), directory.toString()))
                .endless("UPDATE")
                .update("INSERT", 1)
                .source("SELECT", List.of(DataType.INT), List.of(), () -> new BatchSource() {
                    @Override
                    public @Nullable Batch next() {
                        return FakeEngine.batch(List.of(DataType.INT), List.of(List.of(1)));
                    }

                    @Override
                    public void close() {}
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void cancelFromAnotherThread(Transport transport) throws Exception {
        FakeEngine engine = engine();
        try (Transport.Place place = transport.open(engine, directory.toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            statement.cancel();
            CompletableFuture<Integer> running = CompletableFuture.supplyAsync(() -> update(statement));
            engine.started.await();
            statement.cancel();
            assertThatThrownBy(running::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseInstanceOf(io.lakelog.storage.error.LakelogException.class)
                    .satisfies(failure -> assertThat(sqlState(failure)).isEqualTo("57014"));
            assertThat(statement.executeUpdate("INSERT")).isEqualTo(1);
        }
    }

    private static int update(Statement statement) {
        try {
            return statement.executeUpdate("UPDATE");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable String sqlState(Throwable failure) {
        Throwable cause = failure;
        while (cause != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        return cause instanceof SQLException found ? found.getSQLState() : null;
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void theTimeoutEndsAStatement(Transport transport) throws SQLException {
        FakeEngine engine = engine();
        try (Transport.Place place = transport.open(engine, directory.toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> statement.executeUpdate("UPDATE"))
                    .isInstanceOfSatisfying(
                            SQLTimeoutException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("57014"));
            assertThat(statement.executeUpdate("INSERT")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void cancelAndTimeoutEndAResult(Transport transport) throws SQLException {
        FakeEngine engine = engine();
        try (Transport.Place place = transport.open(engine, directory.toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT");
            assertThat(rows.next()).isTrue();
            statement.cancel();
            assertThatThrownBy(() -> readAll(rows))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("57014"));
            statement.setQueryTimeout(1);
            assertThatThrownBy(() -> readAll(statement.executeQuery("SELECT"))).isInstanceOf(SQLTimeoutException.class);
            statement.setQueryTimeout(0);
            statement.setMaxRows(5);
            assertThat(readAll(statement.executeQuery("SELECT"))).isEqualTo(5);
        }
        assertThat(engine.openSources()).isZero();
    }

    private static int readAll(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        return count;
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void closingTheConnectionEndsWhatRuns(Transport transport) throws Exception {
        FakeEngine engine = engine();
        try (Transport.Place place = transport.open(engine, directory.toString())) {
            Connection connection = place.connect();
            Statement statement = connection.createStatement();
            CompletableFuture<Integer> running = CompletableFuture.supplyAsync(() -> update(statement));
            engine.started.await();
            connection.close();
            assertThatThrownBy(running::get).isInstanceOf(ExecutionException.class);
            assertThat(engine.openConnections()).isZero();
        }
    }
}
