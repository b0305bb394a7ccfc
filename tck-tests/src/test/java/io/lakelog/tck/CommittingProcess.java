package io.lakelog.tck;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A process of its own that commits to a table {@code t (id INT, v INT)} and prints a line for each commit that is
 * acknowledged. Arguments: JDBC URL; {@code count} (adds 1 to the row with id 0) or {@code number} (inserts ids from 1 on);
 * how many commits.
 */
public final class CommittingProcess {
    private static final String CONFLICT = "40001";

    private CommittingProcess() {}

    public static void main(String[] arguments) throws SQLException {
        int commits = Integer.parseInt(arguments[2]);
        try (Connection connection = DriverManager.getConnection(arguments[0])) {
            if (arguments[1].equals("count")) {
                count(connection, commits);
            } else {
                number(connection, commits);
            }
        }
    }

    private static void count(Connection connection, int commits) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int done = 0; done < commits; ) {
                try {
                    statement.executeUpdate("UPDATE t SET v = v + 1 WHERE id = 0");
                    done++;
                    acknowledge(done);
                } catch (SQLException e) {
                    if (!CONFLICT.equals(e.getSQLState())) {
                        throw e;
                    }
                }
            }
        }
    }

    private static void number(Connection connection, int commits) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?), (?, ?)")) {
            for (int i = 1; i <= commits; i++) {
                insert.setInt(1, 2 * i - 1);
                insert.setInt(2, i);
                insert.setInt(3, 2 * i);
                insert.setInt(4, i);
                insert.executeUpdate();
                acknowledge(i);
            }
        }
    }

    private static void acknowledge(int number) {
        System.out.println(number);
        System.out.flush();
    }
}
