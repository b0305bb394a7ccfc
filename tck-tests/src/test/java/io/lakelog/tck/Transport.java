package io.lakelog.tck;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The ways to reach a warehouse through JDBC. */
enum Transport {
    EMBEDDED {
        @Override
        Opened open(Path warehouse) {
            return new Opened() {
                @Override
                public Connection connect() throws SQLException {
                    return DriverManager.getConnection("jdbc:lakelog:" + warehouse);
                }

                @Override
                public void close() {}
            };
        }
    };

    /** Makes a warehouse reachable until closed. */
    abstract Opened open(Path warehouse) throws Exception;

    /** A warehouse that can be connected to. */
    interface Opened extends AutoCloseable {
        Connection connect() throws SQLException;

        @Override
        void close() throws Exception;
    }
}
