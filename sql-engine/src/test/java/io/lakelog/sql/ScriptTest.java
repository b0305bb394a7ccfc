package io.lakelog.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.sql.script.Script;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every script of {@code src/test/resources/sql} on the engine. With {@code -Dscripts.update=true} the answers that
 * are given are written into the scripts, to be reviewed as a change.
 */
class ScriptTest {
    private static final Path SOURCES = Path.of("src/test/resources/sql");

    static List<Path> scripts() throws IOException, URISyntaxException {
        Path folder = Path.of(
                Objects.requireNonNull(ScriptTest.class.getResource("/sql")).toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".test"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void answersAsWritten(Path script, @TempDir Path warehouse) throws IOException {
        String text = Files.readString(script);
        Engine engine = EngineFixture.engine(warehouse);
        String answered = Script.run(text, new EngineSession(EngineFixture.connect(engine)));
        if (Boolean.getBoolean("scripts.update")) {
            Files.writeString(SOURCES.resolve(script.getFileName()), answered);
            return;
        }
        // By blocks, so that a difference is shown without the whole script around it.
        List<String> expected = List.of(text.strip().split("\n\\s*\n"));
        List<String> blocks = List.of(answered.strip().split("\n\\s*\n"));
        for (int i = 0; i < Math.min(expected.size(), blocks.size()); i++) {
            assertThat(blocks.get(i)).isEqualTo(expected.get(i));
        }
        assertThat(blocks).hasSameSizeAs(expected);
    }
}
