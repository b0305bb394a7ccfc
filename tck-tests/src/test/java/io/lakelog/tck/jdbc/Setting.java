package io.lakelog.tck.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;

/** One way to a warehouse, in the time zone that the JVM was started with. */
record Setting(Way way) {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** The zone of the JVM. It must not change while it runs: Avatica's client remembers it. */
    static ZoneId zone() {
        return ZoneId.systemDefault();
    }

    /** Connects with an empty database of its own as the current one, which is dropped afterwards. */
    void run(Use use) throws Exception {
        String database = "conformance_" + DATABASES.incrementAndGet();
        try (Connection connection = Ground.connect(way)) {
            execute(connection, "CREATE DATABASE " + database);
            execute(connection, "USE " + database);
            try {
                use.of(connection);
            } finally {
                dropDatabase(database);
            }
        }
    }

    private static void dropDatabase(String database) throws SQLException {
        // By a connection of its own: the tested one may be closed, or read-only.
        try (Connection cleaner = Ground.connect(Way.EMBEDDED)) {
            execute(cleaner, "DROP DATABASE " + database + " CASCADE");
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public String toString() {
        return way + " " + zone();
    }

    /** What is done with a connection. */
    interface Use {
        void of(Connection connection) throws Exception;
    }
}
