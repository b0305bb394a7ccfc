package io.lakelog.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The table in the documentation says what the tests check; -Ddocs.update=true writes it anew. */
class ConformanceTableTest {
    private static final Path PAGE = Path.of("..", ".github", "docs", "jdbc.md");
    private static final String BEGIN = "<!-- conformance: written by ConformanceTableTest -->\n";
    private static final String END = "<!-- /conformance -->";
    private static final List<Class<?>> CHAPTERS = List.of(
            MetadataConformanceTest.class,
            ConnectionConformanceTest.class,
            StatementConformanceTest.class,
            PreparedConformanceTest.class,
            BatchConformanceTest.class,
            ResultSetConformanceTest.class,
            TemporalConformanceTest.class);

    @Test
    void theTableIsThatOfTheTests() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        String table = table();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(PAGE, page.substring(0, from) + table + page.substring(to));
        } else {
            assertThat(page.substring(from, to)).isEqualTo(table);
        }
    }

    @Test
    void everyChapterIsInTheTable() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src", "test", "java", "io", "lakelog", "tck", "jdbc"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("ConformanceTest.java")))
                    .containsExactlyInAnyOrderElementsOf(CHAPTERS.stream()
                            .map(chapter -> chapter.getSimpleName() + ".java")
                            .toList());
        }
    }

    private static String table() {
        StringBuilder table =
                new StringBuilder("| demand | embedded | remote | Avatica's own client |\n|---|---|---|---|\n");
        for (Class<?> chapter : CHAPTERS) {
            table.append("| **" + chapter.getAnnotation(DisplayName.class).value() + "** | | | |\n");
            Stream.of(chapter.getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Conforms.class))
                    .map(ConformanceTableTest::row)
                    .sorted(Comparator.naturalOrder())
                    .forEach(table::append);
        }
        return table.toString();
    }

    private static String row(Method method) {
        Conforms demand = method.getAnnotation(Conforms.class);
        String stock = demand.notStock().isEmpty() ? "yes" : "no: " + demand.notStock();
        return "| " + demand.value() + " | yes | yes | " + stock + " |\n";
    }
}
