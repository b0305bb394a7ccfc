package io.lakelog.jdbc.cli;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs statements and backslash commands over one connection, and prints what they give. */
final class StatementRunner {
    private static final Set<String> COUNTING = Set.of("INSERT", "UPSERT", "UPDATE", "DELETE", "MERGE");
    private static final double NANOS_PER_SECOND = 1e9;

    private final Connection connection;
    private final ResultPrinter printer;
    private final Streams streams;
    private volatile @Nullable Statement running;

    StatementRunner(Connection connection, ResultPrinter printer, Streams streams) {
        this.connection = connection;
        this.printer = printer;
        this.streams = streams;
    }

    Streams streams() {
        return streams;
    }

    /** Runs statements until one fails; returns whether none did. */
    boolean runScript(String script) {
        StatementSplitter.Split split = StatementSplitter.split(script);
        for (String statement : split.statements()) {
            Outcome outcome = run(statement);
            if (outcome != Outcome.DONE) {
                return outcome == Outcome.QUIT;
            }
        }
        // The last statement of a file need not have its semicolon.
        return split.complete() || run(split.rest().strip()) != Outcome.FAILED;
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
            if (statement.execute(sql)) {
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
            case "\\?", "\\h" -> help();
            default -> {
                streams.err().println("unknown command " + words[0] + "; \\? lists those there are");
                return Outcome.FAILED;
            }
        }
        return Outcome.DONE;
    }

    private void help() {
        for (String line : List.of(
                "Statements end with a semicolon and may take several lines.",
                "  \\d        tables of the current database",
                "  \\d TABLE  columns and key of a table",
                "  \\l        databases",
                "  \\?        this help",
                "  \\q        quit (or Ctrl-D)")) {
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
