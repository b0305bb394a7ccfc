package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The shell for a person: lines with editing and history, statements over several lines, Ctrl-C to stop one. */
final class InteractiveShell {
    private static final String HISTORY_FILE = ".lakelog_history";

    private final StatementRunner runner;
    private final Connection connection;
    private final String place;

    InteractiveShell(StatementRunner runner, Connection connection, String place) {
        this.runner = runner;
        this.connection = connection;
        this.place = place;
    }

    /** Runs in the terminal of the process until the person leaves; returns the exit code. */
    int run() throws IOException {
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            return run(terminal, Path.of(System.getProperty("user.home"), HISTORY_FILE));
        }
    }

    /** @param history the file that keeps what was typed */
    int run(Terminal terminal, Path history) {
        terminal.handle(Terminal.Signal.INT, signal -> runner.cancel());
        LineReader reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("lakelog")
                .parser(new WholeStatements())
                .completer(new SqlCompleter(connection))
                .variable(LineReader.HISTORY_FILE, history)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "      -> ")
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.AUTO_FRESH_LINE, true)
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .build();
        runner.streams().out().println("Lakelog " + Version.TEXT + " on " + place + ". \\help for help, \\q to quit.");
        runner.streams().out().flush();
        boolean goOn = true;
        while (goOn) {
            goOn = runNext(reader);
        }
        return Main.OK;
    }

    /** Reads and runs; returns whether to go on. */
    private boolean runNext(LineReader reader) {
        String text;
        try {
            text = reader.readLine("lakelog> ");
        } catch (UserInterruptException e) {
            return true;
        } catch (EndOfFileException e) {
            return false;
        }
        if (text.strip().matches("(?i)(exit|quit)\\s*;?")) {
            return false;
        }
        if (text.strip().matches("(?i)help\\s*;?")) {
            runner.help();
            return true;
        }
        for (String statement : StatementSplitter.split(text).statements()) {
            if (runner.run(statement) == StatementRunner.Outcome.QUIT) {
                return false;
            }
        }
        return true;
    }

    /** Lets the reader ask for more lines until a statement is whole. */
    private static final class WholeStatements extends DefaultParser {
        @Override
        public ParsedLine parse(String line, int cursor, Parser.ParseContext context) {
            boolean accepting = context == Parser.ParseContext.ACCEPT_LINE;
            if (accepting && !isExit(line) && !StatementSplitter.split(line).complete()) {
                throw new EOFError(-1, -1, "the statement has no ; yet");
            }
            if (context == Parser.ParseContext.COMPLETE) {
                // Only the name or keyword before the cursor is to be completed, not the statement.
                int start = SqlCompleter.wordStart(line, cursor);
                return new ArgumentList(line, List.of(line.substring(start, cursor)), 0, cursor - start, cursor);
            }
            return new ArgumentList(line, List.of(line), 0, cursor, cursor);
        }

        private static boolean isExit(String line) {
            return line.strip().matches("(?i)exit|quit|help");
        }
    }
}
