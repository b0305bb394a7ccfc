package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The cases that Lakelog was thought up with, through JDBC; after each, Paimon and the raw files agree. */
class SeedCasesTest {
    private static final String CREATE = "CREATE TABLE orders (order_id INT, status STRING, amount INT,"
            + " PRIMARY KEY (order_id) NOT ENFORCED) WITH ('changelog-producer' = 'lookup'%s)";

    @TempDir
    Path warehouse;

    @AfterEach
    void paimonAgrees() throws Exception {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            new Verdict(
                            new LakelogTable(catalog.table(new TableName("default", "orders"))),
                            oracle.table("default", "orders"),
                            warehouse.resolve("default.db/orders"))
                    .assertAllWithChangelog();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyChangeIsTold(Transport transport) throws Exception {
        try (Transport.Opened opened = transport.open(warehouse);
                Connection connection = opened.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(CREATE, ""));
            assertThat(statement.executeUpdate("INSERT INTO orders VALUES (1, 'CREATED', 99)"))
                    .isEqualTo(1);
            assertThat(changes(statement, 1)).containsExactly("1 0 +I 1 CREATED 99");
            assertThat(statement.executeUpdate("INSERT INTO orders VALUES (1, 'PAID', 99)"))
                    .isEqualTo(1);
            assertThat(changes(statement, 2)).containsExactly("2 0 -U 1 CREATED 99", "2 1 +U 1 PAID 99");
            assertThat(statement.executeUpdate("DELETE FROM orders WHERE order_id = 1"))
                    .isEqualTo(1);
            assertThat(changes(statement, 3)).containsExactly("3 0 -D 1 PAID 99");
            // Nothing matches: no change, and no snapshot either.
            assertThat(statement.executeUpdate("DELETE FROM orders WHERE order_id = 1"))
                    .isZero();
            assertThat(number(statement, "SELECT LAST_SNAPSHOT('orders')")).isEqualTo(3);
            assertThat(changes(statement, 1)).hasSize(4);
            assertThat(number(statement, "SELECT COUNT(*) FROM orders")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void tenUpdatesOfOneKeyInOneBatchGiveTenPairs(Transport transport) throws Exception {
        try (Transport.Opened opened = transport.open(warehouse);
                Connection connection = opened.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(CREATE, ""));
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'S0', 0)");
            try (PreparedStatement upsert = connection.prepareStatement("INSERT INTO orders VALUES (1, ?, ?)")) {
                for (int i = 1; i <= 10; i++) {
                    upsert.setString(1, "S" + i);
                    upsert.setInt(2, i);
                    upsert.addBatch();
                }
                assertThat(upsert.executeBatch()).containsOnly(1).hasSize(10);
            }
            List<String> expected = new ArrayList<>();
            for (int i = 1; i <= 10; i++) {
                expected.add("2 " + (2 * i - 2) + " -U 1 S" + (i - 1) + " " + (i - 1));
                expected.add("2 " + (2 * i - 1) + " +U 1 S" + i + " " + i);
            }
            assertThat(changes(statement, 2)).isEqualTo(expected);
            assertThat(number(statement, "SELECT LAST_SNAPSHOT('orders')")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void countingByStatusFromChangesAloneIsRight(Transport transport) throws Exception {
        List<String> statuses = List.of("CREATED", "PAID", "SHIPPED", "RETURNED");
        Random random = new Random(7);
        try (Transport.Opened opened = transport.open(warehouse);
                Connection connection = opened.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(CREATE, ", 'bucket' = '2'"));
            for (int commit = 1; commit <= 12; commit++) {
                if (commit % 4 == 0) {
                    statement.executeUpdate("DELETE FROM orders WHERE order_id < " + random.nextInt(12));
                    statement.executeUpdate("UPDATE orders SET status = 'PAID' WHERE status = 'CREATED'");
                } else {
                    List<String> rows = new ArrayList<>();
                    for (int i = 0; i < 8; i++) {
                        String status = statuses.get(random.nextInt(statuses.size()));
                        rows.add("(" + random.nextInt(20) + ", '" + status + "', " + i + ")");
                    }
                    statement.executeUpdate("INSERT INTO orders VALUES " + String.join(", ", rows));
                }
            }
            long last = number(statement, "SELECT LAST_SNAPSHOT('orders')");
            assertThat(last).isGreaterThan(9);
            for (long id = 1; id <= last; id++) {
                List<String> fromChanges = rows(
                        statement,
                        "SELECT status, SUM(CASE WHEN rowkind IN ('+I', '+U') THEN 1 ELSE -1 END) AS n"
                                + " FROM CHANGES(orders, 1, " + id + ") GROUP BY status"
                                + " HAVING SUM(CASE WHEN rowkind IN ('+I', '+U') THEN 1 ELSE -1 END) <> 0"
                                + " ORDER BY status");
                List<String> fromRows = rows(
                        statement,
                        "SELECT status, COUNT(*) AS n FROM orders FOR VERSION AS OF " + id
                                + " GROUP BY status ORDER BY status");
                assertThat(fromChanges).as("snapshot %d", id).isEqualTo(fromRows);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIdenticalUpsertIsNoChange(Transport transport) throws Exception {
        try (Transport.Opened opened = transport.open(warehouse);
                Connection connection = opened.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(CREATE, ""));
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'CREATED', 99)");
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'CREATED', 99)");
            assertThat(changes(statement, 1)).containsExactly("1 0 +I 1 CREATED 99");
            assertThat(number(statement, "SELECT LAST_SNAPSHOT('orders')")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIdenticalUpsertIsAPairWhereDeduplicationIsOff(Transport transport) throws Exception {
        try (Transport.Opened opened = transport.open(warehouse);
                Connection connection = opened.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(CREATE, ", 'changelog-producer.row-deduplicate' = 'false'"));
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'CREATED', 99)");
            statement.executeUpdate("INSERT INTO orders VALUES (1, 'CREATED', 99)");
            assertThat(changes(statement, 2)).containsExactly("2 0 -U 1 CREATED 99", "2 1 +U 1 CREATED 99");
        }
    }

    private static List<String> changes(Statement statement, long from) throws SQLException {
        return rows(
                statement,
                "SELECT snapshot_id, change_no, rowkind, order_id, status, amount FROM CHANGES(orders, " + from
                        + ") ORDER BY snapshot_id, change_no");
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    values.add(result.getString(i));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }
}
