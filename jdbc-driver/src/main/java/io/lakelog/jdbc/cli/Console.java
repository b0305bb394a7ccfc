package io.lakelog.jdbc.cli;

import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The terminal that the program runs in, if it does. */
final class Console {
    private static final int DEFAULT_WIDTH = 80;

    private Console() {}

    /** Whether a person sits at both ends. */
    static boolean isThere() {
        java.io.Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // Since Java 22 there is a console object even without a terminal; it has a method to ask.
            return (boolean) java.io.Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    /** Columns of the terminal; 0 if there is none, and nothing need fit. */
    static int width() {
        if (!isThere()) {
            return 0;
        }
        try (Terminal terminal =
                TerminalBuilder.builder().system(true).dumb(true).build()) {
            return terminal.getWidth() > 0 ? terminal.getWidth() : DEFAULT_WIDTH;
        } catch (java.io.IOException e) {
            return DEFAULT_WIDTH;
        }
    }
}
