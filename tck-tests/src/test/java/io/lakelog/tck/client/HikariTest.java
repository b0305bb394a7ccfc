package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.lakelog.tck.jdbc.Sql;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** HikariCP: many threads over few connections, which come back as they were. */
class HikariTest {
    @TempDir
    Path warehouse = Path.of("unset");

    private static HikariDataSource pool(Place place, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(place.url());
        config.setMaximumPoolSize(size);
        config.setSchema("default");
        return new HikariDataSource(config);
    }

    @ParameterizedTest
    @EnumSource
    void manyThreadsShareThePool(Place.Way way) throws Exception {
        try (Place place = Place.open(way, warehouse);
                HikariDataSource pool = pool(place, 3)) {
            try (Connection connection = pool.getConnection()) {
                Sql.run(connection, "CREATE TABLE t (k INT PRIMARY KEY, v INT)");
            }
            ExecutorService threads = Executors.newFixedThreadPool(8);
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int first = thread * 10;
                running.add(threads.submit(() -> upsert(pool, first)));
            }
            for (Future<?> one : running) {
                one.get();
            }
            threads.shutdown();
            try (Connection connection = pool.getConnection()) {
                assertThat(Sql.query(connection, "SELECT COUNT(*), SUM(v) FROM t"))
                        .containsExactly("80|3160");
            }
            assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isBetween(1, 3);
        }
    }

    private static Void upsert(HikariDataSource pool, int first) throws SQLException {
        for (int k = first; k < first + 10; k++) {
            try (Connection connection = pool.getConnection();
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                insert.setInt(1, k);
                insert.setInt(2, k);
                insert.executeUpdate();
            }
        }
        return null;
    }

    @ParameterizedTest
    @EnumSource
    void whatAUserChangesIsChangedBack(Place.Way way) throws Exception {
        try (Place place = Place.open(way, warehouse);
                HikariDataSource pool = pool(place, 1)) {
            try (Connection connection = pool.getConnection()) {
                Sql.run(connection, "CREATE DATABASE other");
                connection.setSchema("other");
                connection.setReadOnly(true);
                connection.setNetworkTimeout(Runnable::run, 1234);
            }
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.getSchema()).isEqualTo("default");
                assertThat(connection.isReadOnly()).isFalse();
                assertThat(connection.getNetworkTimeout()).isNotEqualTo(1234);
            }
        }
    }
}
