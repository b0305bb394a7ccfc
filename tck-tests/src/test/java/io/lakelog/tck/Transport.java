package io.lakelog.tck;

import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.session.Warehouses;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** The ways to reach a warehouse through JDBC. */
enum Transport {
    /** The engine inside the connection. */
    EMBEDDED,
    /** Lakelog's driver before a server. */
    REMOTE,
    /** Avatica's own driver before a server. */
    STOCK_AVATICA;

    /** Makes a warehouse reachable until closed. */
    Opened open(Path warehouse) {
        if (this == EMBEDDED) {
            return new Opened("jdbc:lakelog:" + warehouse, () -> {});
        }
        LakelogServer server =
                LakelogServer.start("127.0.0.1", 0, new Warehouses(), warehouse.toString(), ServerLimits.DEFAULT);
        String stock = "jdbc:avatica:remote:url=" + server.httpUrl() + ";serialization=protobuf";
        return new Opened(this == REMOTE ? server.jdbcUrl() : stock, server::close);
    }

    /** A warehouse that can be connected to. */
    record Opened(String url, Runnable end) implements AutoCloseable {
        Connection connect() throws SQLException {
            return DriverManager.getConnection(url);
        }

        @Override
        public void close() {
            end.run();
        }
    }
}
