package io.lakelog.tck;

import io.lakelog.tck.text.ExpectedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Where the reference tables are: each a warehouse with one table {@code db.t} that Paimon wrote. */
final class ReferenceTables {
    private ReferenceTables() {}

    static List<String> names() {
        try (Stream<Path> directories = Files.list(root())) {
            return directories
                    .filter(Files::isDirectory)
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path directory(String name) {
        return root().resolve(name);
    }

    static Path warehouse(String name) {
        return directory(name).resolve("warehouse");
    }

    static ExpectedFile expected(String name) {
        return ExpectedFile.read(directory(name).resolve("expected.txt"));
    }

    private static Path root() {
        URL url = Objects.requireNonNull(ReferenceTables.class.getResource("/reference-tables/README.md"));
        try {
            return Objects.requireNonNull(Path.of(url.toURI()).getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
