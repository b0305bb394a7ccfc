package io.lakelog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.sql.Engine;
import io.lakelog.storage.env.Environment;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The driver over the real engine. */
final class EndToEndTest {
    @TempDir
    Path directory = Path.of("unset");

    private void with(Transport transport, Use use) throws SQLException {
        try (Engine engine = Engine.open(Environment.local(), directory.toString());
                Transport.Place place = transport.open(engine, directory.toString());
                Connection connection = place.connect();
                Statement statement = connection.createStatement()) {
            use.of(connection, statement);
        }
    }

    @ParameterizedTest
    @EnumSource
    void upsertsAndTheirChanges(Transport transport) throws SQLException {
        with(transport, (connection, statement) -> {
            statement.executeUpdate(
                    "CREATE TABLE orders (id INT, status STRING, amount DECIMAL(10, 2), paid TIMESTAMP(6),"
                            + " PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog-producer' = 'lookup')");
            assertThat(statement.executeUpdate("INSERT INTO orders VALUES"
                            + " (1, 'CREATED', 99, TIMESTAMP '2024-01-01 12:00:00.123456')"))
                    .isEqualTo(1);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?)")) {
                insert.setInt(1, 1);
                insert.setString(2, "PAID");
                insert.setBigDecimal(3, new BigDecimal("99.00"));
                insert.setTimestamp(4, Timestamp.valueOf("2024-01-02 00:00:00"));
                insert.addBatch();
                insert.setInt(1, 2);
                insert.setNull(4, java.sql.Types.TIMESTAMP);
                insert.addBatch();
                assertThat(insert.executeBatch()).containsExactly(1, 1);
            }
            assertThat(statement.executeUpdate("DELETE FROM orders WHERE id = 2"))
                    .isEqualTo(1);
            assertThat(rows(statement, "SELECT id, status, amount, paid FROM orders"))
                    .containsExactly(
                            transport.isOurs()
                                    ? "1|PAID|99.00|2024-01-02 00:00:00.000000"
                                    : "1|PAID|99.00|2024-01-02 00:00:00.000");
            assertThat(rows(statement, "SELECT rowkind, snapshot_id, id, status FROM CHANGES(orders, 1)"))
                    .containsExactly("+I|1|1|CREATED", "-U|2|1|CREATED", "+U|2|1|PAID", "+I|2|2|PAID", "-D|3|2|PAID");
            assertThat(rows(statement, "SELECT status FROM orders FOR VERSION AS OF 1"))
                    .containsExactly("CREATED");
            assertThat(rows(statement, "SELECT LAST_SNAPSHOT('orders')")).containsExactly("3");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void whatAGridDoes(Transport transport) throws SQLException {
        with(transport, (connection, statement) -> {
            statement.execute("CREATE DATABASE Shop");
            connection.setSchema("shop");
            assertThat(connection.getSchema()).isEqualTo("Shop");
            statement.execute("CREATE TABLE Items (Id INT, Name STRING, PRIMARY KEY (Id) NOT ENFORCED)");
            statement.execute("INSERT INTO items VALUES (1, 'a'), (2, 'b')");
            try (ResultSet result = statement.executeQuery("SELECT i.*, name AS label, id + 1 FROM items AS i")) {
                ResultSetMetaData columns = result.getMetaData();
                assertThat(columns.getTableName(1)).isEqualTo("Items");
                assertThat(columns.getSchemaName(1)).isEqualTo("Shop");
                assertThat(columns.getCatalogName(1)).isEqualTo("lakelog");
                assertThat(columns.getColumnName(3)).isEqualTo("Name");
                assertThat(columns.getColumnLabel(3)).isEqualTo("label");
                assertThat(columns.getTableName(4)).isEmpty();
            }
            DatabaseMetaData metadata = connection.getMetaData();
            try (ResultSet tables = metadata.getTables(null, null, "%", null)) {
                int count = 0;
                while (tables.next()) {
                    String name = metadata.getIdentifierQuoteString();
                    String table = name + tables.getString("TABLE_SCHEM") + name + "." + name
                            + tables.getString("TABLE_NAME") + name;
                    rows(connection.createStatement(), "SELECT * FROM " + table);
                    rows(connection.createStatement(), "SELECT * FROM lakelog." + table);
                    count++;
                }
                // The table and its fifteen system tables.
                assertThat(count).isEqualTo(16);
            }
            try (ResultSet columns = metadata.getColumns(null, "Shop", "Items$snapshots", "%")) {
                assertThat(columns.next()).isTrue();
                assertThat(columns.getString("COLUMN_NAME")).isEqualTo("snapshot_id");
            }
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE \"Shop\".\"Items\" SET \"Name\" = ? WHERE \"Id\" = ? AND \"Name\" = ?")) {
                update.setString(1, "c");
                update.setInt(2, 2);
                update.setString(3, "b");
                assertThat(update.executeUpdate()).isEqualTo(1);
            }
            assertThat(rows(statement, "SELECT * FROM items")).containsExactly("1|a", "2|c");
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void mistakesLeaveTheTableAsItWas(Transport transport) throws SQLException {
        with(transport, (connection, statement) -> {
            statement.execute("CREATE TABLE t (id INT, s VARCHAR(3), d DATE, PRIMARY KEY (id) NOT ENFORCED)");
            assertState("42601", () -> statement.execute("SELEC 1"));
            assertState("42S02", () -> statement.executeQuery("SELECT * FROM tt"));
            assertState("42S22", () -> statement.executeQuery("SELECT x FROM t"));
            assertState("42S01", () -> statement.execute("CREATE TABLE T (id INT, PRIMARY KEY (id) NOT ENFORCED)"));
            assertState("22001", () -> statement.execute("INSERT INTO t VALUES (1, 'abcd', NULL)"));
            assertState("23502", () -> statement.execute("INSERT INTO t VALUES (NULL, 'a', NULL)"));
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
                assertThat(insert.getParameterMetaData().getParameterTypeName(2))
                        .isEqualTo("VARCHAR");
                assertThat(insert.getParameterMetaData().getPrecision(2)).isEqualTo(3);
                insert.setLong(1, 1);
                insert.setString(2, "abc");
                insert.setObject(3, LocalDate.of(1500, 1, 1));
                insert.addBatch();
                insert.setLong(1, 3_000_000_000L);
                insert.addBatch();
                assertThatThrownBy(insert::executeBatch)
                        .isInstanceOfSatisfying(
                                BatchUpdateException.class,
                                failure -> assertThat(failure.getSQLState()).isEqualTo("22003"));
                insert.setString(1, "7");
                insert.executeUpdate();
            }
            assertThat(rows(statement, "SELECT * FROM t")).containsExactly("7|abc|1500-01-01");
            connection.setReadOnly(true);
            assertState("25006", () -> statement.execute("DELETE FROM t"));
        });
    }

    private static void assertState(String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState())
                                .as(failure.getMessage())
                                .isEqualTo(state));
    }

    @ParameterizedTest
    @EnumSource(names = {"EMBEDDED", "REMOTE"})
    void nothingThatWasSetIsLost(Transport transport) throws SQLException {
        with(transport, (connection, statement) -> {
            statement.execute("CREATE TABLE v (id INT, t TIMESTAMP(6), n DECIMAL(38, 18), s STRING,"
                    + " PRIMARY KEY (id) NOT ENFORCED)");
            LocalDateTime time = LocalDateTime.of(1582, 10, 10, 23, 59, 59, 999_999_000);
            BigDecimal number = new BigDecimal("12345678901234567890.123456789012345678");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO v VALUES (?, ?, ?, ?)")) {
                insert.setInt(1, 1);
                insert.setObject(2, time);
                insert.setBigDecimal(3, number);
                insert.setString(4, "漢字 🦀 '\"");
                insert.executeUpdate();
            }
            try (PreparedStatement query = connection.prepareStatement("SELECT * FROM v WHERE t = ? AND n = ?")) {
                query.setObject(1, time);
                query.setObject(2, number);
                try (ResultSet row = query.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getObject("T", LocalDateTime.class)).isEqualTo(time);
                    assertThat(row.getBigDecimal("n")).isEqualTo(number);
                    assertThat(row.getString("s")).isEqualTo("漢字 🦀 '\"");
                }
            }
        });
    }

    @Test
    void memoryWarehousesThroughTheDriverManager() throws SQLException {
        try (Connection one = DriverManager.getConnection("jdbc:lakelog:memory:");
                Connection two = DriverManager.getConnection("jdbc:lakelog:memory:");
                Connection three = DriverManager.getConnection("jdbc:lakelog:memory:shared");
                Connection four = DriverManager.getConnection("jdbc:lakelog:memory:shared", "sa", "")) {
            for (Connection connection : List.of(one, two, three)) {
                connection.createStatement().execute("CREATE TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED)");
                connection.createStatement().execute("INSERT INTO t VALUES (1)");
            }
            assertThat(rows(four.createStatement(), "SELECT * FROM t")).containsExactly("1");
        }
        try (Connection five = DriverManager.getConnection("jdbc:lakelog:memory:shared")) {
            assertThat(rows(five.createStatement(), "SELECT * FROM t")).containsExactly("1");
        }
    }

    /** Each row as its texts with | between them. */
    private static List<String> rows(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= width; i++) {
                    values.add(String.valueOf(result.getString(i)));
                }
                rows.add(String.join("|", values));
            }
        }
        return rows;
    }

    private interface Use {
        void of(Connection connection, Statement statement) throws SQLException;
    }
}
