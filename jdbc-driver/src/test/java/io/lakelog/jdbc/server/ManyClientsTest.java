package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.session.Warehouses;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred connections that do nothing and thirty-two that work: nothing grows, and nothing stays behind. */
@Timeout(120)
final class ManyClientsTest {
    private static final int IDLE = 200;
    private static final int BUSY = 32;
    private static final int ROUNDS = 10;
    private static final int THREADS = 24;

    @TempDir
    Path directory = Path.of("unset");

    private LakelogServer server = start(Path.of("/unset"));

    private static LakelogServer start(Path warehouse) {
        return LakelogServer.start(
                "127.0.0.1",
                0,
                new Warehouses(),
                warehouse.toString(),
                ServerLimits.DEFAULT.with(Limit.THREADS, THREADS).with(Limit.DRAIN_TIME, 0));
    }

    @BeforeEach
    void startServer() {
        server.close();
        server = start(directory);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private Connection connect() throws SQLException {
        return Objects.requireNonNull(new LakelogDriver().connect(server.jdbcUrl(), new Properties()));
    }

    private static long serverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("lakelog-server"))
                .count();
    }

    @Test
    void nothingGrows() throws Exception {
        List<Connection> idle = new ArrayList<>();
        for (int i = 0; i < IDLE; i++) {
            idle.add(connect());
        }
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT, v INT, PRIMARY KEY (id) NOT ENFORCED)");
            statement.execute("INSERT INTO t VALUES (0, 0)");
        }
        assertThat(server.sessions().size()).isEqualTo(IDLE);
        ExecutorService workers = Executors.newFixedThreadPool(BUSY);
        try {
            List<CompletableFuture<Integer>> results = new ArrayList<>();
            for (int i = 0; i < BUSY; i++) {
                results.add(CompletableFuture.supplyAsync(this::work, workers));
            }
            for (CompletableFuture<Integer> result : results) {
                assertThat(result.get()).isEqualTo(ROUNDS);
            }
        } finally {
            workers.shutdownNow();
        }
        assertThat(server.sessions().size()).isEqualTo(IDLE);
        assertThat(server.sessions().openStatements()).isZero();
        assertThat(server.sessions().openResults()).isZero();
        assertThat(serverThreads()).isLessThanOrEqualTo(THREADS + 1);
        for (Connection connection : idle) {
            assertThat(connection.isValid(30)).isTrue();
            connection.close();
        }
        assertThat(server.sessions().size()).isZero();
        server.close();
        assertThat(serverThreads()).isZero();
    }

    private int work() {
        try (Connection connection = connect();
                PreparedStatement query = connection.prepareStatement("SELECT v FROM t WHERE id = ?")) {
            int found = 0;
            for (int round = 0; round < ROUNDS; round++) {
                query.setInt(1, 0);
                try (ResultSet rows = query.executeQuery();
                        Statement other = connection.createStatement()) {
                    found += rows.next() ? 1 : 0;
                    other.executeQuery("VALUES 1, 2, 3");
                }
            }
            return found;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each way to be done with something, from the smallest to the largest. */
    @Test
    void closingAnythingReleasesEverythingInIt() throws SQLException {
        Connection connection = connect();
        connection.createStatement().execute("CREATE TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED)");
        fill(connection);
        int before = server.sessions().openStatements();
        String all = "SELECT a.id FROM t AS a CROSS JOIN t AS b";
        for (int i = 0; i < 50; i++) {
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery(all);
            assertThat(rows.next()).isTrue();
            assertThat(server.sessions().openResults()).isEqualTo(1);
            if (i % 2 == 0) {
                rows.close();
                assertThat(server.sessions().openResults()).isZero();
            }
            statement.close();
            PreparedStatement prepared = connection.prepareStatement(all);
            prepared.executeQuery();
            prepared.close();
            connection.getMetaData().getColumns(null, null, "%", "%").close();
            connection.getMetaData().getTables(null, null, "%", null);
        }
        assertThat(server.sessions().openResults()).isZero();
        assertThat(server.sessions().openStatements()).isEqualTo(before);
        for (int i = 0; i < 50; i++) {
            connection.createStatement().executeQuery(all);
            connection.prepareStatement(all);
        }
        assertThat(server.sessions().openStatements()).isEqualTo(before + 100);
        connection.close();
        assertThat(server.sessions().openStatements()).isZero();
        assertThat(server.sessions().openResults()).isZero();
        assertThat(server.sessions().size()).isZero();
    }

    private static void fill(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            for (int i = 0; i < 200; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
