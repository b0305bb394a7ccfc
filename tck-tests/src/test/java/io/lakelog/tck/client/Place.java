package io.lakelog.tck.client;

import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.session.Warehouses;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A warehouse that a client reaches, through the engine or a server. */
record Place(String url, @Nullable LakelogServer server) implements AutoCloseable {
    /** The ways that clients are tried on. */
    enum Way {
        EMBEDDED,
        REMOTE
    }

    static Place open(Way way, Path warehouse) {
        if (way == Way.EMBEDDED) {
            return new Place("jdbc:lakelog:" + warehouse, null);
        }
        LakelogServer server =
                LakelogServer.start("127.0.0.1", 0, new Warehouses(), warehouse.toString(), ServerLimits.DEFAULT);
        return new Place(server.jdbcUrl(), server);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
