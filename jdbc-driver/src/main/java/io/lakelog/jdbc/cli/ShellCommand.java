package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.ConnectionUrl;
import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.Version;
import io.lakelog.storage.error.ErrorCode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
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
            "Exit codes: 0 all went well, 1 a statement or the connection failed, 2 the command line or the URL is wrong."
        })
final class ShellCommand implements Callable<Integer> {
    /** SQLSTATEs of a URL that cannot be right, however often it is tried. */
    private static final Set<String> WRONG_PLACE =
            Set.of(ErrorCode.INVALID_OPTION.sqlState(), ErrorCode.UNSUPPORTED.sqlState());

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
        List<Script> scripts = new ArrayList<>();
        for (Path file : files) {
            try {
                scripts.add(new Script(Files.readString(file, StandardCharsets.UTF_8), file.toString()));
            } catch (IOException e) {
                streams.err().println("cannot read file " + file + ": " + reason(e));
                return Main.USAGE;
            }
        }
        texts.forEach(text -> scripts.add(new Script(text, null)));
        try (Connection connection = connect()) {
            return run(connection, scripts);
        } catch (SQLException e) {
            StatementRunner.report(e, streams.err());
            return WRONG_PLACE.contains(e.getSQLState()) ? Main.USAGE : Main.FAILED;
        } catch (IOException e) {
            streams.err().println("cannot read standard input: " + reason(e));
            return Main.FAILED;
        }
    }

    private int run(Connection connection, List<Script> scripts) throws IOException {
        ResultPrinter printer = new ResultPrinter(streams.out(), format, width());
        boolean attended = scripts.isEmpty() && Console.isThere();
        StatementRunner runner = new StatementRunner(connection, printer, streams, attended);
        if (attended) {
            noteMissingWarehouse("it is made by the first statement that creates something");
            return new InteractiveShell(runner, connection, place).run();
        }
        if (scripts.isEmpty()) {
            scripts.add(new Script(new String(streams.in().readAllBytes(), StandardCharsets.UTF_8), "standard input"));
        }
        for (Script script : scripts) {
            StatementRunner.Outcome outcome = runner.runScript(script.text(), script.name());
            if (outcome != StatementRunner.Outcome.DONE) {
                noteMissingWarehouse("nothing has created it");
                return outcome == StatementRunner.Outcome.QUIT ? Main.OK : Main.FAILED;
            }
        }
        noteMissingWarehouse("nothing has created it");
        return Main.OK;
    }

    /** A path that is mistyped looks like an empty warehouse otherwise. */
    private void noteMissingWarehouse(String why) {
        if (ConnectionUrl.parse(url(), null).target() instanceof ConnectionUrl.Warehouse warehouse
                && !Files.exists(Path.of(warehouse.path()))) {
            streams.err().println("note: there is no warehouse at " + warehouse.path() + " yet; " + why);
            streams.err().flush();
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        } else if (e instanceof AccessDeniedException) {
            return "you may not read it";
        } else if (e instanceof CharacterCodingException) {
            return "it is not in UTF-8";
        }
        return e.getMessage() == null ? "it cannot be read" : e.getMessage();
    }

    private String url() {
        return place.startsWith("jdbc:") ? place : ConnectionUrl.PREFIX + place;
    }

    private Connection connect() throws SQLException {
        Connection connection = new LakelogDriver().connect(url(), new Properties());
        if (connection == null) {
            throw new SQLException(
                    "'" + place + "' is not a URL of Lakelog; it begins with " + ConnectionUrl.PREFIX, "HY024");
        }
        return connection;
    }

    private int width() {
        return width != null ? width : Console.width();
    }

    /**
     * Statements to run.
     *
     * @param name of the file that they stand in, or null
     */
    private record Script(String text, @Nullable String name) {}

    /** What {@code --version} prints. */
    static final class VersionText implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"Lakelog " + Version.TEXT + " (Java " + System.getProperty("java.version") + ")"};
        }
    }
}
