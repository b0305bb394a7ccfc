package io.lakelog.tck.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * How long a running statement goes on after another thread has cancelled it, and how much CPU the process (with the server,
 * if there is one) uses until then: on a busy machine the second tells more.
 */
final class CancelFigures {
    private static final int[] DELAYS = {10, 50, 100, 200, 400, 800, 1600};
    private static final List<String> STATEMENTS = List.of(
            "SELECT * FROM orders ORDER BY note DESC, amount",
            "SELECT a.id FROM orders AS a, orders AS b ORDER BY a.id + b.id",
            "SELECT COUNT(*) FROM orders AS a, orders AS b WHERE a.id + b.id < 0",
            "SELECT COUNT(*) FROM orders AS a JOIN orders AS b ON a.customer = b.customer WHERE a.id + b.id < 0",
            "SELECT note, COUNT(*), MAX(amount) FROM orders GROUP BY note",
            "SELECT id, SUM(amount) OVER (PARTITION BY customer ORDER BY id) FROM orders",
            "SELECT COUNT(*) FROM (SELECT note FROM orders EXCEPT SELECT note FROM orders WHERE id < 0)",
            "INSERT INTO copies SELECT * FROM orders");

    private CancelFigures() {}

    /** @param url of a warehouse with a table {@code orders} and an empty one {@code copies} of the same columns */
    static void print(String way, String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String sql : STATEMENTS) {
                List<Double> times = new ArrayList<>();
                List<Double> cpu = new ArrayList<>();
                for (int delay : DELAYS) {
                    double[] end = cancelled(statement, sql, delay);
                    if (end.length > 0) {
                        times.add(end[0]);
                        cpu.add(end[1]);
                    }
                }
                if (times.isEmpty()) {
                    continue;
                }
                Collections.sort(times);
                System.out.printf(
                        Locale.ROOT,
                        "%s: cancelled %d times, over after %.0f ms (median), %.0f ms (longest), %.0f ms of CPU (most): %s%n",
                        way,
                        times.size(),
                        times.get(times.size() / 2),
                        times.get(times.size() - 1),
                        Collections.max(cpu),
                        sql);
            }
        }
    }

    /** Milliseconds from the cancel to the end of the statement, and of CPU; nothing if it ended by itself. */
    private static double[] cancelled(Statement statement, String sql, int delayMillis) {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> running = CompletableFuture.supplyAsync(() -> {
            begun.countDown();
            return wasCancelled(statement, sql);
        });
        try {
            begun.await();
            Thread.sleep(delayMillis);
            long start = System.nanoTime();
            long cpu = ConnectionFigures.cpuNanos();
            statement.cancel();
            return running.join()
                    ? new double[] {(System.nanoTime() - start) / 1e6, (ConnectionFigures.cpuNanos() - cpu) / 1e6}
                    : new double[0];
        } catch (InterruptedException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean wasCancelled(Statement statement, String sql) {
        try {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
            return false;
        } catch (SQLException e) {
            if (!"57014".equals(e.getSQLState())) {
                throw new IllegalStateException(e);
            }
            return true;
        }
    }
}
