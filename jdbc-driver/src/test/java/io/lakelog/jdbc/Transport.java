package io.lakelog.jdbc;

import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.session.MemoryWarehouses;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.sql.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;

/** The ways to reach an engine. */
public enum Transport {
    EMBEDDED,
    REMOTE,
    AVATICA_PROTOBUF,
    AVATICA_JSON;

    /** Whether the objects of JDBC are ours. */
    public boolean isOurs() {
        return this == EMBEDDED || this == REMOTE;
    }

    /** A way to {@code engine}, whatever the warehouse is called. */
    public Place open(Engine engine, String warehouse) {
        Warehouses warehouses = new Warehouses(path -> engine);
        return new Place(this, warehouses, warehouse, ServerLimits.DEFAULT);
    }

    /** An engine that can be connected to. */
    public static final class Place implements AutoCloseable {
        private final Transport transport;
        private final LakelogDriver driver;
        private final String embeddedUrl;
        private final LakelogServer server;

        Place(Transport transport, Warehouses warehouses, String warehouse, ServerLimits limits) {
            this.transport = transport;
            this.driver = new LakelogDriver(warehouses, new MemoryWarehouses(warehouses));
            this.embeddedUrl = ConnectionUrl.PREFIX + warehouse;
            this.server = LakelogServer.start("127.0.0.1", 0, warehouses, warehouse, limits);
        }

        public Connection connect() throws SQLException {
            return connect("");
        }

        /** Connects with more on the URL: {@code ;key=value}. */
        public Connection connect(String more) throws SQLException {
            return switch (transport) {
                case EMBEDDED -> Objects.requireNonNull(driver.connect(embeddedUrl + more, new Properties()));
                case REMOTE -> Objects.requireNonNull(driver.connect(server.jdbcUrl() + more, new Properties()));
                case AVATICA_PROTOBUF -> stock("protobuf", more);
                case AVATICA_JSON -> stock("json", more);
            };
        }

        private Connection stock(String serialization, String more) throws SQLException {
            String url = "jdbc:avatica:remote:url=" + server.httpUrl() + ";serialization=" + serialization + more;
            return new org.apache.calcite.avatica.remote.Driver().connect(url, new Properties());
        }

        public LakelogServer server() {
            return server;
        }

        @Override
        public void close() {
            server.close();
        }
    }
}
