package io.lakelog.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory for one try of a property. */
final class TemporaryWarehouse implements AutoCloseable {
    private final Path path;

    TemporaryWarehouse() throws IOException {
        path = Files.createTempDirectory("lakelog-tck");
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
