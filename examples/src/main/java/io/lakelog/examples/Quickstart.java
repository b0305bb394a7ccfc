package io.lakelog.examples;

import io.lakelog.examples.MonthlyPrices.Price;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The main job on real data: a table of share prices is kept up to date month by month, and tells what changed. Run it with
 * {@code examples/quickstart}.
 */
public final class Quickstart {
    private final PrintStream out;

    Quickstart(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs it.
     *
     * @param arguments the all-in-one driver jar, and a directory for the warehouse, which is emptied first
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        if (arguments.length != 2) {
            System.err.println("usage: Quickstart <lakelog-jdbc-…-all.jar> <directory for the warehouse>");
            System.exit(2);
        }
        new Quickstart(System.out).run(Path.of(arguments[0]), Path.of(arguments[1]));
    }

    void run(Path driver, Path warehouse) throws IOException, SQLException {
        empty(warehouse);
        String url = "jdbc:lakelog:" + warehouse;
        long latest;
        try (Connection connection = DriverManager.getConnection(url)) {
            heading("A table that remembers its changes, at " + url);
            String definition = """
                    CREATE TABLE prices (
                        symbol STRING,
                        price_date DATE,
                        price  DECIMAL(10, 2),
                        PRIMARY KEY (symbol) NOT ENFORCED
                    ) WITH ('changelog-producer' = 'lookup')""";
            out.println(definition);
            try (Statement statement = connection.createStatement()) {
                statement.execute(definition);
            }
            upsert(connection, MonthlyPrices.read());
            query(connection, "SELECT * FROM prices ORDER BY price DESC");

            latest = number(connection, "SELECT LAST_SNAPSHOT('prices')");
            heading("What the last two months changed");
            query(connection, changes(latest));

            heading("The table as it was five years before: snapshot " + (latest - 60));
            query(connection, "SELECT * FROM prices FOR VERSION AS OF " + (latest - 60) + " ORDER BY price DESC");
        }
        heading("The same changes through a server, from another process");
        try (ServerProcess server = ServerProcess.start(driver, warehouse);
                Connection connection = DriverManager.getConnection(server.url())) {
            out.println("connected to " + server.url());
            query(connection, changes(latest));
        }
        farewell(driver, warehouse);
    }

    private static String changes(long latest) {
        return "SELECT rowkind, snapshot_id, symbol, price_date, price FROM CHANGES(prices, " + (latest - 1) + ")";
    }

    /** One batch, and so one commit, for each month. */
    private void upsert(Connection connection, SortedMap<LocalDate, List<Price>> months) throws SQLException {
        long begin = System.nanoTime();
        int rows = 0;
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO prices VALUES (?, ?, ?)")) {
            for (List<Price> month : months.values()) {
                for (Price price : month) {
                    insert.setString(1, price.symbol());
                    insert.setObject(2, price.month());
                    insert.setBigDecimal(3, price.price());
                    insert.addBatch();
                    rows++;
                }
                insert.executeBatch();
            }
        }
        long millis = (System.nanoTime() - begin) / 1_000_000;
        out.printf(
                "%n%d prices of %d months upserted: %d snapshots in %.1f s%n",
                rows, months.size(), months.size(), millis / 1000.0);
    }

    private long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    /** Prints a query and its result as a table. */
    private void query(Connection connection, String sql) throws SQLException {
        out.println();
        out.println("> " + sql);
        List<List<String>> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                names.add(columns.getColumnLabel(i));
            }
            lines.add(names);
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= names.size(); i++) {
                    values.add(String.valueOf(result.getString(i)));
                }
                lines.add(values);
            }
        }
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder("  ");
            for (int i = 0; i < line.size(); i++) {
                int column = i;
                int width = lines.stream()
                        .mapToInt(l -> l.get(column).length())
                        .max()
                        .orElse(0);
                text.append(line.get(i)).append(" ".repeat(width - line.get(i).length() + 2));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private void heading(String text) {
        out.println();
        out.println("== " + text);
    }

    private void farewell(Path driver, Path warehouse) {
        heading("Now you");
        out.println("A SQL shell on this warehouse:");
        out.println("  java -jar " + driver + " " + warehouse);
        out.println("A SQL client such as DBeaver: add a driver with this jar,");
        out.println("  class io.lakelog.jdbc.LakelogDriver, and connect to");
        out.println("  jdbc:lakelog:" + warehouse.toAbsolutePath());
    }

    private static void empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
