package io.lakelog.jdbc.cli;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What {@code \l} and {@code \d} show, out of the connection's metadata. */
final class Describer {
    private final Connection connection;
    private final ResultPrinter printer;

    Describer(Connection connection, ResultPrinter printer) {
        this.connection = connection;
        this.printer = printer;
    }

    void databases() throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        String current = connection.getSchema();
        try (ResultSet schemas = connection.getMetaData().getSchemas()) {
            while (schemas.next()) {
                String name = schemas.getString("TABLE_SCHEM");
                rows.add(List.of(name, name.equals(current) ? "current" : ""));
            }
        }
        printer.print(List.of("database", ""), rows);
    }

    /** A table, or all tables of the current database. */
    void describe(@Nullable String table) throws SQLException {
        if (table == null) {
            tables();
        } else {
            table(table);
        }
    }

    private void tables() throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet tables = connection
                .getMetaData()
                .getTables(null, pattern(connection.getSchema()), "%", new String[] {"TABLE", "VIEW"})) {
            while (tables.next()) {
                String remarks = tables.getString("REMARKS");
                rows.add(List.of(
                        tables.getString("TABLE_NAME"),
                        tables.getString("TABLE_TYPE"),
                        remarks == null ? "" : remarks));
            }
        }
        printer.print(List.of("table", "type", "comment"), rows);
    }

    private void table(String text) throws SQLException {
        int dot = text.lastIndexOf('.');
        String schema = dot < 0 ? connection.getSchema() : unquoted(text.substring(0, dot));
        String table = unquoted(text.substring(dot + 1));
        DatabaseMetaData metadata = connection.getMetaData();
        Map<String, Integer> keys = new TreeMap<>();
        try (ResultSet key = metadata.getPrimaryKeys(null, schema, table)) {
            while (key.next()) {
                keys.put(key.getString("COLUMN_NAME"), key.getInt("KEY_SEQ"));
            }
        }
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet columns = metadata.getColumns(null, pattern(schema), pattern(table), "%")) {
            while (columns.next()) {
                String name = columns.getString("COLUMN_NAME");
                String remarks = columns.getString("REMARKS");
                rows.add(List.of(
                        name,
                        type(columns),
                        columns.getString("IS_NULLABLE").equals("NO") ? "NOT NULL" : "",
                        keys.containsKey(name) ? "key " + keys.get(name) : "",
                        remarks == null ? "" : remarks));
            }
        }
        if (rows.isEmpty()) {
            throw new SQLException("there is no table '" + text + "'", "42S02");
        }
        printer.print(List.of("column", "type", "null", "key", "comment"), rows);
    }

    private static String type(ResultSet column) throws SQLException {
        String name = column.getString("TYPE_NAME");
        return switch (name) {
            case "DECIMAL" -> name + "(" + column.getInt("COLUMN_SIZE") + ", " + column.getInt("DECIMAL_DIGITS") + ")";
            case "CHAR", "VARCHAR", "BINARY", "VARBINARY" -> name + "(" + column.getInt("COLUMN_SIZE") + ")";
            case "TIME", "TIMESTAMP", "TIMESTAMP_LTZ" -> name + "(" + column.getInt("DECIMAL_DIGITS") + ")";
            default -> name;
        };
    }

    private static String unquoted(String name) {
        boolean quoted = name.length() > 1
                && (name.startsWith("\"") || name.startsWith("`"))
                && name.charAt(0) == name.charAt(name.length() - 1);
        return quoted ? name.substring(1, name.length() - 1) : name;
    }

    /** A pattern that matches the name alone. */
    static String pattern(String name) {
        return name.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
    }
}
