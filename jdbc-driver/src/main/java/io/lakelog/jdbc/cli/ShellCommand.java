package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.ConnectionUrl;
import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The shell: statements from the command line, from files, from standard input, or typed. */
@Command(
        name = "lakelog",
        description = "A SQL shell on a Lakelog warehouse, or on a server.",
        mixinStandardHelpOptions = true,
        versionProvider = ShellCommand.VersionText.class,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  lakelog ./warehouse",
            "  lakelog jdbc:lakelog:remote://127.0.0.1:8765/default",
            "  lakelog ./warehouse --execute \"SELECT * FROM prices\" --format csv",
            "  lakelog server --port 8765 ./warehouse",
            "",
            "Exit codes: 0 all went well, 1 a statement failed, 2 the command line is wrong."
        })
final class ShellCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "URL|WAREHOUSE",
            description = "a JDBC URL or the path of a warehouse; a warehouse in memory if not given")
    private String place = "memory:";

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "SQL",
            description = "run these statements and exit; may be repeated")
    private List<String> texts = List.of();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "run the statements of this file and exit; may be repeated")
    private List<Path> files = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "how rows are printed: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} if not given")
    private Format format = Format.table;

    @Option(
            names = "--width",
            paramLabel = "COLUMNS",
            description = "fit tables into so many columns; 0 for as wide as they are")
    private @Nullable Integer width;

    ShellCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (width != null && width < 0) {
            throw new picocli.CommandLine.ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "--width " + width + " is less than 0");
        }
        StringBuilder script = new StringBuilder();
        for (Path file : files) {
            try {
                script.append(Files.readString(file, StandardCharsets.UTF_8)).append("\n;\n");
            } catch (IOException e) {
                streams.err().println("cannot read file " + file + ": " + e);
                return Main.USAGE;
            }
        }
        texts.forEach(text -> script.append(text).append("\n;\n"));
        try (Connection connection = connect()) {
            ResultPrinter printer = new ResultPrinter(streams.out(), format, width());
            StatementRunner runner = new StatementRunner(connection, printer, streams);
            if (script.length() > 0) {
                return runner.runScript(script.toString()) ? Main.OK : Main.FAILED;
            }
            return Console.isThere()
                    ? new InteractiveShell(runner, place).run()
                    : runner.runScript(new String(streams.in().readAllBytes(), StandardCharsets.UTF_8))
                            ? Main.OK
                            : Main.FAILED;
        } catch (SQLException e) {
            StatementRunner.report(e, streams.err());
            return Main.FAILED;
        } catch (IOException e) {
            streams.err().println("cannot read standard input: " + e);
            return Main.FAILED;
        }
    }

    private Connection connect() throws SQLException {
        String url = place.startsWith("jdbc:") ? place : ConnectionUrl.PREFIX + place;
        Connection connection = new LakelogDriver().connect(url, new Properties());
        if (connection == null) {
            throw new SQLException(
                    "'" + place + "' is not a URL of Lakelog; it begins with " + ConnectionUrl.PREFIX, "HY024");
        }
        return connection;
    }

    private int width() {
        return width != null ? width : Console.width();
    }

    /** What {@code --version} prints. */
    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Lakelog " + Version.TEXT + " (Java " + System.getProperty("java.version") + ")"};
        }
    }
}
