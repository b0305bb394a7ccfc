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
     * @param statements none of them blank or only comments
     * @param rest blank if the text ended with a statement
     */
    record Split(List<String> statements, String rest) {
        boolean complete() {
            return isBlank(rest);
        }
    }

    static Split split(String text) {
        List<String> statements = new ArrayList<>();
        int start = 0;
        int position = 0;
        while (position < text.length()) {
            char c = text.charAt(position);
            if (c == '\\' && isBlank(text.substring(start, position))) {
                int end = endOfLine(text, position);
                statements.add(text.substring(position, end).strip());
                position = end;
                start = end;
            } else if (c == ';') {
                add(statements, text.substring(start, position));
                position++;
                start = position;
            } else {
                position = skip(text, position);
            }
        }
        return new Split(statements, text.substring(start));
    }

    private static void add(List<String> statements, String statement) {
        if (!isBlank(statement)) {
            statements.add(statement.strip());
        }
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
