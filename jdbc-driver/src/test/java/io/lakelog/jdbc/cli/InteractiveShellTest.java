package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.jdbc.LakelogDriver;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shell as a person types into it. */
@Timeout(60)
final class InteractiveShellTest {
    private static final String TAB = "\t";
    private static final String UP = "\u001b[A";

    @TempDir
    Path directory = Path.of("unset");

    private final Path history = Path.of("history");

    /** What the shell prints when these keys are pressed, the echo of the keys left out. */
    private String type(String keys) throws IOException, SQLException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
        try (Connection connection = Objects.requireNonNull(
                        new LakelogDriver().connect("jdbc:lakelog:" + directory.resolve("wh"), new Properties()));
                Terminal terminal = new ExternalTerminal(
                        "test",
                        "ansi",
                        new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
                        new ByteArrayOutputStream(),
                        StandardCharsets.UTF_8)) {
            StatementRunner runner = new StatementRunner(
                    connection,
                    new ResultPrinter(out, Format.table, 80),
                    new Streams(InputStream.nullInputStream(), out, out),
                    true);
            assertThat(new InteractiveShell(runner, connection, "wh").run(terminal, directory.resolve(history)))
                    .isZero();
        }
        return printed.toString(StandardCharsets.UTF_8).replaceAll("\\d\\.\\d{3} s", "# s");
    }

    @Test
    void statementsOverSeveralLinesCompletionAndHistory() throws Exception {
        assertThat(type("CREATE TABLE zebra\r(stripes INT PRIMARY KEY);\r"
                        + "INSERT INTO zeb" + TAB + "VALUES (7);\r"
                        + "SEL" + TAB + "* FROM zeb" + TAB + "; SELECT 1 AS one;\r"
                        + "nonsense;\r"
                        + "\\q\r"
                        + "SELECT 'not run any more';\r"))
                .contains("(OK, # s)", "(1 row affected, # s)", " stripes\n", " one\n", "ERROR 42")
                .doesNotContain("any more");
        assertThat(Files.readString(directory.resolve(history)))
                .as("a statement of several lines is one entry")
                .containsPattern("CREATE TABLE zebra\\\\n\\(stripes")
                .containsPattern("SELECT \\* FROM zebra *; SELECT 1 AS one;");
        assertThat(type(UP + UP + UP + "\r")).as("another day").contains(" stripes\n", " one\n");
    }

    @Test
    void theEndOfTheInputIsTheEnd() throws Exception {
        assertThat(type("SELECT 1 AS one;\rexit\r")).contains(" one\n");
        assertThat(type("SELECT 2")).startsWith("Lakelog ").doesNotContain("2\n");
    }
}
