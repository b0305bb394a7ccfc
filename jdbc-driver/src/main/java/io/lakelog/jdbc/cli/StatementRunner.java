package io.lakelog.jdbc.cli;

import io.lakelog.storage.error.NearMatch;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs statements and backslash commands over one connection, and prints what they give. */
final class StatementRunner {
    private static final Set<String> COUNTING = Set.of("INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE");
    private static final List<String> COMMANDS = List.of("\\d", "\\dt", "\\l", "\\format", "\\timing", "\\help", "\\q");
    private static final double NANOS_PER_SECOND = 1e9;

    private final Connection connection;
    private final ResultPrinter printer;
    private final Streams streams;
    private final boolean attended;
    private volatile @Nullable Statement running;

    /** @param attended whether a person waits, who is told how long a statement has been running */
    StatementRunner(Connection connection, ResultPrinter printer, Streams streams, boolean attended) {
        this.connection = connection;
        this.printer = printer;
        this.streams = streams;
        this.attended = attended;
    }

    Streams streams() {
        return streams;
    }

    /**
     * Runs statements until one fails or quits.
     *
     * @param name of the file that they stand in, for what is said of a failure; null if they stand in none
     */
    Outcome runScript(String script, @Nullable String name) {
        StatementSplitter.Split split = StatementSplitter.split(script);
        List<StatementSplitter.Piece> pieces = new ArrayList<>(split.pieces());
        if (!split.complete()) {
            // The last statement of a file need not have its semicolon.
            pieces.add(new StatementSplitter.Piece(split.rest().strip(), split.restLine()));
        }
        for (StatementSplitter.Piece piece : pieces) {
            Outcome outcome = run(piece.text());
            if (outcome == Outcome.FAILED && name != null) {
                streams.err().println("  in " + name + ", the statement that begins on line " + piece.line());
                streams.err().flush();
            }
            if (outcome != Outcome.DONE) {
                return outcome;
            }
        }
        return Outcome.DONE;
    }

    /** Runs one statement or command; a failure is printed. */
    Outcome run(String statement) {
        try {
            if (statement.startsWith("\\")) {
                return runCommand(statement);
            }
            long start = System.nanoTime();
            runSql(statement, start);
            return Outcome.DONE;
        } catch (SQLException e) {
            streams.out().flush();
            report(e, streams.err());
            return Outcome.FAILED;
        } finally {
            streams.out().flush();
        }
    }

    private void runSql(String sql, long start) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            running = statement;
            if (execute(statement, sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    long count = printer.print(rows);
                    printer.note(count == 1 ? "1 row" : count + " rows", seconds(start));
                }
            } else if (COUNTING.contains(firstWord(sql))) {
                long count = statement.getLargeUpdateCount();
                printer.note(count == 1 ? "1 row affected" : count + " rows affected", seconds(start));
            } else {
                printer.note("OK", seconds(start));
            }
        } finally {
            running = null;
        }
    }

    private boolean execute(Statement statement, String sql) throws SQLException {
        if (!attended) {
            return statement.execute(sql);
        }
        try (Progress progress = new Progress(streams.err())) {
            return statement.execute(sql);
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / NANOS_PER_SECOND;
    }

    private static String firstWord(String sql) {
        String text = sql;
        while (text.startsWith("--") || text.startsWith("/*")) {
            int end = text.startsWith("--") ? text.indexOf('\n') : text.indexOf("*/") + 1;
            text = end < 0 ? "" : text.substring(end + 1).stripLeading();
        }
        return text.split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT);
    }

    /** Stops the statement that runs, from another thread. */
    void cancel() {
        Statement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                report(e, streams.err());
            }
        }
    }

    private Outcome runCommand(String text) throws SQLException {
        String[] words = text.replaceAll(";\\s*$", "").trim().split("\\s+", 2);
        String argument = words.length > 1 ? words[1] : null;
        switch (words[0]) {
            case "\\q" -> {
                return Outcome.QUIT;
            }
            case "\\l" -> new Describer(connection, printer).databases();
            case "\\d" -> new Describer(connection, printer).describe(argument);
            case "\\dt" -> new Describer(connection, printer).describe(null);
            case "\\timing" -> streams.out().println("timing is " + (printer.toggleTiming() ? "on" : "off"));
            case "\\format" -> {
                return format(argument);
            }
            case "\\?", "\\h", "\\help" -> help();
            default -> {
                streams.err()
                        .println("unknown command " + words[0] + NearMatch.hint(words[0], COMMANDS)
                                + "; \\? lists those there are");
                return Outcome.FAILED;
            }
        }
        return Outcome.DONE;
    }

    private Outcome format(@Nullable String name) {
        for (Format format : Format.values()) {
            if (format.name().equalsIgnoreCase(name)) {
                printer.setFormat(format);
                return Outcome.DONE;
            }
        }
        streams.err().println("\\format is one of table, csv, json");
        return Outcome.FAILED;
    }

    void help() {
        for (String line : List.of(
                "Statements end with a semicolon and may take several lines.",
                "  \\d, \\dt         tables of the current database",
                "  \\d TABLE        columns and key of a table",
                "  \\l              databases; USE name; goes to another",
                "  \\format FORMAT  print rows as table, csv or json",
                "  \\timing         say how long statements take, or no longer",
                "  \\help, \\?      this help",
                "  \\q              quit (or Ctrl-D, or exit)",
                "Tab completes keywords and names, Up brings back what was typed, Ctrl-C stops what runs.")) {
            streams.out().println(line);
        }
    }

    /** Prints a failure as {@code ERROR 42S02: message}. */
    static void report(SQLException failure, PrintStream err) {
        err.println("ERROR " + failure.getSQLState() + ": " + failure.getMessage());
        err.flush();
    }

    /** How running something ended. */
    enum Outcome {
        DONE,
        FAILED,
        QUIT
    }
}
