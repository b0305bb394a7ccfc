package io.lakelog.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Small stays small: files of at most 400 lines, a sign on every package, nothing left to do. Reads the sources of every
 * module, generated ones left out.
 */
class TidyTest {
    private static final int LINES_MAX = 400;

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("storage", "sql-engine", "jdbc-driver", "tck-tests", "examples")) {
            Path directory = Path.of("..", module, "src");
            if (Files.isDirectory(directory)) {
                try (Stream<Path> files = Files.walk(directory)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(100);
        return sources;
    }

    @Test
    void filesAreShort() throws IOException {
        Set<String> tooLong = new TreeSet<>();
        for (Path file : sources()) {
            if (file.toString().contains("/src/main/")
                    && Files.readAllLines(file).size() > LINES_MAX) {
                tooLong.add(file.getFileName().toString());
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void everyPackageHasASign() throws IOException {
        Set<Path> packages = sources().stream()
                .filter(file -> file.toString().contains("/src/main/"))
                .map(Path::getParent)
                .collect(Collectors.toSet());
        for (Path directory : packages) {
            Path sign = directory.resolve("package-info.java");
            assertThat(sign).exists();
            assertThat(Files.readString(sign)).contains("@NullMarked").containsPattern("Start(\\s|\\*)+at");
        }
    }

    @Test
    void nothingIsLeftToDo() throws IOException {
        String mark = "TO" + "DO";
        for (Path file : sources()) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContain(mark)
                    .doesNotContain("FIX" + "ME");
        }
    }
}
