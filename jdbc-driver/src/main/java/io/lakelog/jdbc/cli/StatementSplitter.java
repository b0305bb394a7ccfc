package io.lakelog.jdbc.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into statements at the semicolons that are not in quotes or comments. A line that begins with a backslash
 * where a statement could begin is a statement by itself. Stateless; thread-safe.
 */
final class StatementSplitter {
    private StatementSplitter() {}

    /**
     * The statements, without their semicolons, and what is left after the last of them.
     *
     * @param pieces none of them blank or only comments
     * @param rest blank if the text ended with a statement
     * @param restLine the line on which the rest's first word stands
     */
    record Split(List<Piece> pieces, String rest, int restLine) {
        List<String> statements() {
            return pieces.stream().map(Piece::text).toList();
        }

        boolean complete() {
            return isBlank(rest);
        }
    }

    /**
     * A statement and where it stands.
     *
     * @param line of the text, from 1
     */
    record Piece(String text, int line) {}

    static Split split(String text) {
        List<Piece> statements = new ArrayList<>();
        int start = 0;
        int position = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '\\' && isBlank(text.substring(start, position))) {
                int end = endOfLine(text, position);
                statements.add(new Piece(text.substring(position, end).strip(), line(text, position)));
                position = end;
                start = end;
            } else if (c == ';') {
                add(statements, text, start, position);
                position++;
                start = position;
            } else {
                position = skip(text, position);
            }
        }
        return new Split(statements, text.substring(start), line(text, firstWord(text, start)));
    }

    private static void add(List<Piece> statements, String text, int start, int end) {
        String statement = text.substring(start, end);
        if (!isBlank(statement)) {
            statements.add(new Piece(statement.strip(), line(text, firstWord(text, start))));
        }
    }

    private static int firstWord(String text, int start) {
        int position = start;
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
        return position;
    }

    private static int line(String text, int position) {
        return 1
                + (int) text.substring(0, position)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
    }

    /** Whether there is nothing but blanks and comments. */
    static boolean isBlank(String text) {
        int position = 0;
        while (position < text.length()) {
            if (Character.isWhitespace(text.charAt(position))) {
                position++;
            } else if (text.startsWith("--", position)
                    || (text.startsWith("/*", position) && !text.startsWith("/*+", position))) {
                position = skip(text, position);
            } else {
                return false;
            }
        }
        return true;
    }

    /** The position after the character, quoted text or comment at {@code position}. */
    private static int skip(String text, int position) {
        char c = text.charAt(position);
        if (c == '\'' || c == '"' || c == '`') {
            // A doubled quote within reads as one quoted text after another, which comes to the same.
            int end = text.indexOf(c, position + 1);
            return end < 0 ? text.length() : end + 1;
        } else if (text.startsWith("--", position)) {
            return endOfLine(text, position);
        } else if (text.startsWith("/*", position)) {
            int end = text.indexOf("*/", position + 2);
            return end < 0 ? text.length() : end + 2;
        }
        return position + 1;
    }

    private static int endOfLine(String text, int position) {
        int end = text.indexOf('\n', position);
        return end < 0 ? text.length() : end + 1;
    }
}
