package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.tck.jdbc.Sql;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The calls that DBeaver's generic driver makes, in its order, as its public source has them: JDBCExecutionContext and
 * JDBCDataSourceInfo on connecting, GenericMetaModel and its caches on unfolding the tree, the result set viewer on opening
 * and editing data.
 */
@Timeout(120)
class DBeaverTest {
    @TempDir
    Path warehouse = Path.of("unset");

    private void with(Place.Way way, Use use) throws Exception {
        try (Place place = Place.open(way, warehouse)) {
            try (Connection connection = place.connect()) {
                Sql.run(
                        connection,
                        "CREATE DATABASE shop",
                        "CREATE TABLE shop.\"Orders\" (id BIGINT, status STRING, amount DECIMAL(10, 2),"
                                + " PRIMARY KEY (id) NOT ENFORCED) COMMENT 'what people bought'",
                        "INSERT INTO shop.\"Orders\" VALUES (1, 'NEW', 9.90), (2, NULL, NULL)");
            }
            try (Connection connection = connect(place)) {
                use.of(connection);
            }
        }
    }

    private interface Use {
        void of(Connection connection) throws Exception;
    }

    /** Opens a connection as the execution context does; every failure here would stop the user. */
    private static Connection connect(Place place) throws SQLException {
        Connection connection = place.connect();
        connection.setAutoCommit(true);
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat(connection.isValid(0)).isTrue();
        assertThat(connection.isClosed()).isFalse();
        assertThat(connection.getTransactionIsolation()).isBetween(0, 8);
        return connection;
    }

    @Test
    void theDriverDefinitionIsOneOfOurDriver() throws Exception {
        Document definition = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("..", ".github", "docs", "dbeaver-drivers.xml").toFile());
        NodeList drivers = definition.getElementsByTagName("driver");
        assertThat(drivers.getLength()).isEqualTo(2);
        for (int i = 0; i < drivers.getLength(); i++) {
            Element driver = (Element) drivers.item(i);
            String url = driver.getAttribute("url")
                    .replace("{folder}", "/tmp/warehouse")
                    .replace("{host}", "localhost")
                    .replace("{port}", "8765")
                    .replace("[/{database}]", "/shop");
            assertThat(Class.forName(driver.getAttribute("class"))).isEqualTo(LakelogDriver.class);
            assertThat(new LakelogDriver().acceptsURL(url)).as(url).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void connecting(Place.Way way) throws Exception {
        with(way, connection -> {
            DatabaseMetaData metadata = connection.getMetaData();
            assertThat(metadata.isReadOnly()).isFalse();
            assertThat(metadata.getDatabaseProductName()).isEqualTo("Lakelog");
            assertThat(metadata.getDatabaseProductVersion()).isNotBlank();
            assertThat(metadata.getDriverName()).isNotBlank();
            assertThat(metadata.getDriverVersion()).isNotBlank();
            assertThat(metadata.getDatabaseMajorVersion()).isNotNegative();
            assertThat(metadata.getSchemaTerm()).isNotBlank();
            assertThat(metadata.getProcedureTerm()).isNotBlank();
            assertThat(metadata.getCatalogTerm()).isNotBlank();
            assertThat(metadata.supportsBatchUpdates()).isTrue();
            for (int level : new int[] {0, 1, 2, 4, 8}) {
                metadata.supportsTransactionIsolationLevel(level);
            }
            // The dialect.
            assertThat(metadata.getIdentifierQuoteString()).isEqualTo("\"");
            assertThat(metadata.getSQLKeywords()).isNotBlank();
            assertThat(metadata.getSearchStringEscape()).isEqualTo("\\");
            assertThat(metadata.getCatalogSeparator()).isEqualTo(".");
            assertThat(metadata.isCatalogAtStart()).isTrue();
            assertThat(metadata.supportsSubqueriesInComparisons()).isTrue();
            assertThat(metadata.getExtraNameCharacters()).isNotNull();
            metadata.supportsMixedCaseIdentifiers();
            metadata.storesUpperCaseIdentifiers();
            metadata.supportsSchemasInDataManipulation();
            metadata.supportsCatalogsInDataManipulation();
            for (String functions : List.of(
                    metadata.getNumericFunctions(),
                    metadata.getStringFunctions(),
                    metadata.getSystemFunctions(),
                    metadata.getTimeDateFunctions())) {
                assertThat(functions.split(",")).doesNotContain("");
            }
            assertThat(Sql.column(metadata.getTypeInfo(), "TYPE_NAME")).contains("STRING", "TIMESTAMP_LTZ");
            assertThat(Sql.column(metadata.getTableTypes(), "TABLE_TYPE")).contains("TABLE");
        });
    }

    @ParameterizedTest
    @EnumSource
    void unfoldingTheTree(Place.Way way) throws Exception {
        with(way, connection -> {
            DatabaseMetaData metadata = connection.getMetaData();
            assertThat(Sql.column(metadata.getCatalogs(), "TABLE_CAT")).containsExactly("lakelog");
            assertThat(Sql.column(metadata.getSchemas("lakelog", "%"), "TABLE_SCHEM"))
                    .containsExactly("default", "shop");
            assertThat(connection.getCatalog()).isEqualTo("lakelog");
            assertThat(connection.getSchema()).isEqualTo("default");
            connection.setSchema("shop");
            List<String> tables = new ArrayList<>();
            try (ResultSet table = metadata.getTables("lakelog", "shop", "%", null)) {
                // The wrapper asks for the statement, which a result of metadata need not have.
                table.getStatement();
                while (table.next()) {
                    if (!table.getString("TABLE_TYPE").contains("SYSTEM")) {
                        tables.add(table.getString("TABLE_NAME") + " " + table.getString("REMARKS"));
                    }
                }
            }
            assertThat(tables).containsExactly("Orders what people bought");
            assertThat(Sql.column(metadata.getColumns("lakelog", "shop", "Orders", "%"), "COLUMN_NAME"))
                    .containsExactly("id", "status", "amount");
            assertThat(Sql.column(metadata.getColumns("lakelog", "shop", "%", "%"), "TABLE_NAME"))
                    .contains("Orders");
            assertThat(Sql.column(metadata.getPrimaryKeys("lakelog", "shop", "Orders"), "COLUMN_NAME"))
                    .containsExactly("id");
            assertThat(Sql.column(metadata.getPrimaryKeys("lakelog", "shop", "%"), "TABLE_NAME"))
                    .as("the cache of a schema's keys")
                    .containsExactly("Orders");
            assertThat(Sql.column(metadata.getIndexInfo("lakelog", "shop", "Orders", false, true), "COLUMN_NAME"))
                    .containsExactly("id");
            assertThat(Sql.rows(metadata.getImportedKeys("lakelog", "shop", "Orders")))
                    .isEmpty();
            assertThat(Sql.rows(metadata.getExportedKeys("lakelog", "shop", "Orders")))
                    .isEmpty();
            Sql.rows(metadata.getFunctions("lakelog", "shop", "%"));
            Sql.rows(metadata.getProcedures("lakelog", "shop", "%"));
            Sql.rows(metadata.getUDTs("lakelog", "shop", "%", null));
        });
    }

    @ParameterizedTest
    @EnumSource
    void openingDataAndEditingACell(Place.Way way) throws Exception {
        with(way, connection -> {
            String table = "lakelog.shop.\"Orders\"";
            try (Statement statement =
                    connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
                statement.setFetchSize(200);
                statement.setMaxRows(200);
                statement.setQueryTimeout(20);
                assertThat(statement.execute("SELECT * FROM " + table)).isTrue();
                try (ResultSet row = statement.getResultSet()) {
                    ResultSetMetaData columns = row.getMetaData();
                    for (int i = 1; i <= columns.getColumnCount(); i++) {
                        assertThat(columns.getCatalogName(i)).isEqualTo("lakelog");
                        assertThat(columns.getSchemaName(i)).isEqualTo("shop");
                        assertThat(columns.getTableName(i)).isEqualTo("Orders");
                        assertThat(columns.getColumnName(i)).isNotBlank();
                        columns.getColumnLabel(i);
                        columns.getColumnTypeName(i);
                        columns.getColumnType(i);
                        columns.getPrecision(i);
                        columns.getScale(i);
                        columns.getColumnDisplaySize(i);
                        columns.isNullable(i);
                        columns.isReadOnly(i);
                        columns.isAutoIncrement(i);
                    }
                    int rows = 0;
                    while (row.next()) {
                        row.getLong(1);
                        row.wasNull();
                        row.getString(2);
                        row.getObject(3);
                        rows++;
                    }
                    assertThat(rows).isEqualTo(2);
                }
                assertThat((Object) statement.getWarnings()).isNull();
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(statement.getUpdateCount()).isEqualTo(-1);
            }
            try (Statement statement = connection.createStatement()) {
                assertThat(Sql.rows(statement.executeQuery("SELECT COUNT(*) FROM " + table)))
                        .containsExactly("2");
            }
            String sql = "UPDATE " + table + "\n\tSET status=?\n\tWHERE id=? AND status=? AND amount=?";
            try (PreparedStatement update = connection.prepareStatement(sql)) {
                update.setString(1, "PAID");
                update.setLong(2, 1);
                update.setString(3, "NEW");
                update.setBigDecimal(4, new BigDecimal("9.90"));
                assertThat(update.execute()).isFalse();
                assertThat(update.getUpdateCount()).isEqualTo(1);
            }
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO " + table + "\n(id, status)\nVALUES(?, ?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setLong(1, 3);
                insert.setString(2, "NEW");
                insert.execute();
                assertThat(insert.getUpdateCount()).isEqualTo(1);
                assertThat(insert.getGeneratedKeys().next()).isFalse();
            }
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + "\n\tWHERE id=?")) {
                delete.setLong(1, 2);
                delete.execute();
                assertThat(delete.getUpdateCount()).isEqualTo(1);
            }
            assertThat(Sql.query(connection, "SELECT * FROM " + table + " ORDER BY id"))
                    .containsExactly("1|PAID|9.90", "3|NEW|-");
        });
    }

    /** Where a table has no key, or the user wants it so, a grid finds a row by all that it has shown of it. */
    @ParameterizedTest
    @EnumSource
    void editingACellOfTheRowWithAllTheseValues(Place.Way way) throws Exception {
        String values =
                "(1, 0.1E0, CAST(0.1 AS FLOAT), 12.34500, TRUE, 'it''s', TIMESTAMP '2024-02-29 01:02:03.123456',"
                        + " DATE '1582-10-04', TIME '23:59:59.123', X'00FF', TIMESTAMP '2024-02-29 01:02:03.123')";
        with(way, connection -> {
            for (String key : List.of("", ", PRIMARY KEY (id) NOT ENFORCED")) {
                String table = key.isEmpty() ? "plain" : "keyed";
                Sql.run(
                        connection,
                        "CREATE TABLE " + table + " (id INT, d DOUBLE, f FLOAT, n DECIMAL(20, 5), b BOOLEAN, s STRING,"
                                + " ts TIMESTAMP(6), dt DATE, tm TIME(3), bin BYTES, ltz TIMESTAMP_LTZ(3)" + key + ")",
                        "INSERT INTO " + table + " VALUES " + values,
                        "INSERT INTO " + table + " (id) VALUES (2)");
                for (int id = 1; id <= 2; id++) {
                    for (int column = 2; column <= 11; column++) {
                        assertThat(edit(connection, table, id, column))
                                .as("%s, row %s, column %s", table, id, column)
                                .isEqualTo(1);
                    }
                }
                assertThat(Sql.query(connection, "SELECT * FROM " + table + " ORDER BY id"))
                        .containsExactly("1" + "|-".repeat(10), "2" + "|-".repeat(10));
            }
        });
    }

    /** Sets a cell to NULL as the result set viewer does; returns the update count. */
    private static int edit(Connection connection, String table, int id, int column) throws SQLException {
        List<Object> old = new ArrayList<>();
        List<Integer> types = new ArrayList<>();
        StringBuilder sql = new StringBuilder("UPDATE " + table + "\n\tSET ");
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM " + table + " WHERE id = " + id)) {
            assertThat(row.next()).isTrue();
            ResultSetMetaData columns = row.getMetaData();
            sql.append(columns.getColumnName(column)).append("=?\n\tWHERE ");
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                Object value = row.getObject(i);
                sql.append(i == 1 ? "" : " AND ").append(columns.getColumnName(i));
                sql.append(value == null ? " IS NULL" : "=?");
                if (value != null) {
                    old.add(value);
                    types.add(columns.getColumnType(i));
                }
            }
        }
        try (PreparedStatement update = connection.prepareStatement(sql.toString())) {
            update.setNull(1, update.getParameterMetaData().getParameterType(1));
            for (int i = 0; i < old.size(); i++) {
                update.setObject(i + 2, old.get(i), types.get(i));
            }
            return update.executeUpdate();
        }
    }

    @ParameterizedTest
    @EnumSource
    void cancelling(Place.Way way) throws Exception {
        with(way, connection -> {
            try (Statement statement = connection.createStatement()) {
                CountDownLatch begun = new CountDownLatch(1);
                CompletableFuture<String> state = CompletableFuture.supplyAsync(() -> {
                    begun.countDown();
                    return stateOf(statement);
                });
                begun.await();
                while (!state.isDone()) {
                    statement.cancel();
                    Thread.onSpinWait();
                }
                assertThat(state.get()).isEqualTo("57014");
                assertThat(Sql.query(connection, "VALUES 1")).containsExactly("1");
            }
        });
    }

    private static String stateOf(Statement statement) {
        String numbers = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";
        StringBuilder sql = new StringBuilder("SELECT COUNT(*) FROM " + numbers + " AS a0 (k)");
        for (int i = 1; i < 12; i++) {
            sql.append(", " + numbers + " AS a" + i + " (k)");
        }
        sql.append(" WHERE a0.k + a11.k = -1");
        try {
            Sql.rows(statement.executeQuery(sql.toString()));
            return "ended";
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }
}
