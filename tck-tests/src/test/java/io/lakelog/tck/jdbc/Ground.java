package io.lakelog.tck.jdbc;

import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.session.Warehouses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.stream.Stream;

/** The warehouse that all demands are checked on, and the server before it; both are there until the JVM ends. */
final class Ground {
    private static final Path WAREHOUSE = newWarehouse();
    private static final LakelogServer SERVER =
            LakelogServer.start("127.0.0.1", 0, new Warehouses(), WAREHOUSE.toString(), ServerLimits.DEFAULT);

    private Ground() {}

    static Connection connect(Way way) throws SQLException {
        return DriverManager.getConnection(url(way));
    }

    static String url(Way way) {
        return switch (way) {
            case EMBEDDED -> "jdbc:lakelog:" + WAREHOUSE;
            case REMOTE -> SERVER.jdbcUrl();
            case AVATICA_PROTOBUF -> "jdbc:avatica:remote:url=" + SERVER.httpUrl() + ";serialization=protobuf";
            case AVATICA_JSON -> "jdbc:avatica:remote:url=" + SERVER.httpUrl() + ";serialization=json";
        };
    }

    private static Path newWarehouse() {
        try {
            Path warehouse = Files.createTempDirectory("lakelog-conformance");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(warehouse)));
            return warehouse;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
