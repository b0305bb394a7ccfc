package io.lakelog.tck.bench;

import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.session.Warehouses;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What connections cost: time to connect and to the first row in a cold JVM and a warm one, rows a second and round trips
 * of a server for a million rows written and read, memory of idle connections, time from a cancel to the end of what ran.
 * Arguments: rows (1000000), idle connections (200).
 */
public final class ConnectionFigures {
    private static final int COMMIT_ROWS = 50_000;
    private static final String QUERY = "SELECT COUNT(*), MAX(note) FROM orders WHERE id < 1000";

    private ConnectionFigures() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 2 && arguments[0].equals("cold")) {
            cold(arguments[1]);
            return;
        }
        int rows = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1_000_000;
        int idle = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 200;
        Path warehouse = Files.createTempDirectory("lakelog-figures");
        ServerLimits limits = ServerLimits.DEFAULT;
        try (LakelogServer server =
                        LakelogServer.start("127.0.0.1", 0, new Warehouses(), warehouse.toString(), limits);
                RequestCounter counter = new RequestCounter(server.port())) {
            String embedded = "jdbc:lakelog:" + warehouse;
            String remote = "jdbc:lakelog:remote://127.0.0.1:" + counter.port();
            for (String url : List.of(embedded, remote)) {
                // Once for what is loaded and kept for good.
                idleBytes(url, idle);
                System.out.printf(
                        Locale.ROOT,
                        "%s: an idle connection takes %.1f kB of heap%n",
                        url.equals(embedded) ? "embedded" : "remote, both sides",
                        idleBytes(url, idle) / 1e3);
            }
            throughput(remote, counter, rows);
            for (String url : List.of(embedded, remote)) {
                String way = url.equals(embedded) ? "embedded" : "remote";
                CancelFigures.print(way, url);
                System.out.println(way + ": cold JVM " + coldJvm(url));
                System.out.println(way + ": warm JVM " + warm(url));
            }
        } finally {
            delete(warehouse);
        }
    }

    private static void throughput(String url, RequestCounter counter, int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String table : List.of("orders", "copies")) {
                statement.execute("CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, customer BIGINT,"
                        + " amount DECIMAL(10, 2), note STRING, updated_at TIMESTAMP(3))");
            }
            long before = counter.requests();
            long start = System.nanoTime();
            long cpu = cpuNanos();
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?, ?, ?)")) {
                for (int i = 0; i < rows; i++) {
                    insert.setLong(1, i);
                    insert.setLong(2, i % 1000);
                    insert.setBigDecimal(3, java.math.BigDecimal.valueOf(i % 100_000, 2));
                    insert.setString(4, "note of order " + i);
                    insert.setTimestamp(5, new Timestamp(1_700_000_000_000L + i));
                    insert.addBatch();
                    if ((i + 1) % COMMIT_ROWS == 0 || i + 1 == rows) {
                        insert.executeBatch();
                    }
                }
            }
            report("written", rows, System.nanoTime() - start, cpuNanos() - cpu, counter.requests() - before);
            for (int i = 0; i < 2; i++) {
                before = counter.requests();
                start = System.nanoTime();
                cpu = cpuNanos();
                long read = 0;
                long sum = 0;
                try (ResultSet row = statement.executeQuery("SELECT * FROM orders")) {
                    while (row.next()) {
                        read++;
                        sum += row.getLong(1)
                                + row.getLong(2)
                                + row.getBigDecimal(3).scale()
                                + row.getString(4).length()
                                + row.getTimestamp(5).getNanos();
                    }
                }
                if (read != rows || sum == 0) {
                    throw new IllegalStateException(read + " rows read, not " + rows);
                }
                report("read", rows, System.nanoTime() - start, cpuNanos() - cpu, counter.requests() - before);
            }
        }
    }

    /** Of client and server together, which are one process. */
    static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    private static void report(String what, int rows, long nanos, long cpuNanos, long requests) {
        System.out.printf(
                Locale.ROOT,
                "remote: %d rows %s in %.2f s (%.2f s of CPU on both sides): %.0f rows/s, %d round trips%n",
                rows,
                what,
                nanos / 1e9,
                cpuNanos / 1e9,
                rows / (nanos / 1e9),
                requests);
    }

    /** Median over three JVMs. */
    private static String coldJvm(String url) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ConnectionFigures.class.getName(),
                            "cold",
                            url)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            lines.add(new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
                    .strip());
            process.waitFor();
        }
        lines.sort(Comparator.comparingDouble(line ->
                Double.parseDouble(line.replaceAll("[^0-9.]+", " ").strip().split(" ")[0])));
        return lines.get(1);
    }

    private static void cold(String url) throws SQLException {
        double[] times = connectAndQuery(url);
        double sinceStart = System.currentTimeMillis()
                - ManagementFactory.getRuntimeMXBean().getStartTime();
        System.out.printf(
                Locale.ROOT,
                "connect %.0f ms, first query %.0f ms (JVM start to last row %.0f ms, CPU %.0f ms)%n",
                times[0],
                times[1],
                sinceStart,
                cpuNanos() / 1e6);
    }

    private static String warm(String url) throws SQLException {
        double[] connect = new double[51];
        double[] query = new double[51];
        long cpu = cpuNanos();
        for (int i = 0; i < connect.length; i++) {
            double[] times = connectAndQuery(url);
            connect[i] = times[0];
            query[i] = times[1];
        }
        Arrays.sort(connect);
        Arrays.sort(query);
        return String.format(
                Locale.ROOT,
                "connect %.2f ms, first query %.2f ms (medians of 51; CPU of both %.2f ms)",
                connect[connect.length / 2],
                query[query.length / 2],
                (cpuNanos() - cpu) / 1e6 / connect.length);
    }

    /** Milliseconds to connect, and from there to the last row of a query. */
    private static double[] connectAndQuery(String url) throws SQLException {
        long start = System.nanoTime();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            connection.getSchema();
            long connected = System.nanoTime();
            try (ResultSet row = statement.executeQuery(QUERY)) {
                row.next();
                row.getLong(1);
            }
            return new double[] {(connected - start) / 1e6, (System.nanoTime() - connected) / 1e6};
        }
    }

    /** Bytes of heap for each of so many open connections; those of a remote one on both sides. */
    private static double idleBytes(String url, int count) throws SQLException {
        List<Connection> open = new ArrayList<>();
        try {
            open.add(DriverManager.getConnection(url));
            long before = usedHeap();
            for (int i = 0; i < count; i++) {
                Connection connection = DriverManager.getConnection(url);
                open.add(connection);
                try (Statement statement = connection.createStatement()) {
                    statement.executeQuery("VALUES 1").next();
                }
            }
            return (usedHeap() - before) / (double) count;
        } finally {
            for (Connection connection : open) {
                connection.close();
            }
        }
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
