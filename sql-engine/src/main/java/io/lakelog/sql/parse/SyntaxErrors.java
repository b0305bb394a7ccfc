package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Turns the generated parser's failures into short, placed messages. Pure. */
final class SyntaxErrors {
    /** More alternatives than this tell a reader nothing. */
    private static final int ALTERNATIVES_SHOWN_MAX = 5;

    private SyntaxErrors() {}

    static LakelogException of(String sql, SqlParseException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof LakelogException ours) {
                return ours;
            }
        }
        if (sql.isBlank()) {
            return new LakelogException(ErrorCode.SYNTAX, "the statement is empty");
        }
        SqlParserPos position = failure.getPos();
        if (position == null || failure.getExpectedTokenSequences() == null) {
            return new LakelogException(
                    ErrorCode.SYNTAX,
                    "syntax error" + (position == null ? "" : " at " + SqlText.place(position)) + ": "
                            + firstSentence(failure),
                    failure);
        }
        String found = textAt(sql, position);
        if (isSecondStatement(sql, position)) {
            return new LakelogException(
                    ErrorCode.SYNTAX,
                    "several statements in one text: give them one at a time (the second begins at "
                            + SqlText.place(position) + ")");
        }
        return new LakelogException(
                ErrorCode.SYNTAX,
                "syntax error at " + SqlText.place(position) + ": found "
                        + (found.isEmpty() ? "the end of the statement" : "'" + found + "'")
                        + expectation(found, failure.getExpectedTokenSequences(), failure.getTokenImages()),
                failure);
    }

    private static String expectation(String found, int[][] sequences, String @Nullable [] images) {
        Set<String> keywords = new TreeSet<>();
        Set<String> classes = new TreeSet<>();
        if (images != null) {
            for (int[] sequence : sequences) {
                String image = images[sequence[0]];
                if (image.startsWith("\"")) {
                    keywords.add(image.substring(1, image.length() - 1));
                } else {
                    String meaning = tokenClass(image);
                    if (meaning != null) {
                        classes.add(meaning);
                    }
                }
            }
        }
        String hint = found.length() > 2 ? NearMatch.hint(found, keywords) : "";
        int count = keywords.size() + classes.size();
        if (count > 0 && count <= ALTERNATIVES_SHOWN_MAX) {
            Set<String> all = new TreeSet<>(keywords);
            all.addAll(classes);
            return ", expected " + String.join(" or ", all) + hint;
        }
        if (hint.isEmpty() && classes.contains("a name")) {
            return ", expected a name or an expression; a reserved word is a name only in double quotes";
        }
        return hint.isEmpty() ? ", which does not fit here" : hint;
    }

    private static @Nullable String tokenClass(String image) {
        return switch (image) {
            case "<IDENTIFIER>", "<QUOTED_IDENTIFIER>", "<BACK_QUOTED_IDENTIFIER>" -> "a name";
            case "<UNSIGNED_INTEGER_LITERAL>", "<DECIMAL_NUMERIC_LITERAL>", "<APPROX_NUMERIC_LITERAL>" -> "a number";
            case "<QUOTED_STRING>" -> "a string in single quotes";
            case "<EOF>" -> "the end of the statement";
            default -> null;
        };
    }

    /** Whether nothing but blanks lies between the position and a semicolon before it. */
    private static boolean isSecondStatement(String sql, SqlParserPos position) {
        int at = offset(sql, position.getLineNum(), position.getColumnNum());
        String before = sql.substring(0, Math.min(at, sql.length())).stripTrailing();
        return before.endsWith(";") && at < sql.length();
    }

    private static String textAt(String sql, SqlParserPos position) {
        int from = offset(sql, position.getLineNum(), position.getColumnNum());
        int to = offset(sql, position.getEndLineNum(), position.getEndColumnNum()) + 1;
        return from >= sql.length() ? "" : sql.substring(from, Math.min(Math.max(to, from + 1), sql.length()));
    }

    private static int offset(String sql, int line, int column) {
        int at = 0;
        for (int i = 1; i < line; i++) {
            int end = sql.indexOf('\n', at);
            if (end < 0) {
                return sql.length();
            }
            at = end + 1;
        }
        return at + column - 1;
    }

    private static String firstSentence(SqlParseException failure) {
        Throwable cause = failure.getCause();
        String text = cause instanceof CalciteContextException && cause.getCause() != null
                ? cause.getCause().getMessage()
                : failure.getMessage();
        if (text == null) {
            return "the text cannot be read";
        }
        String line = text.lines().findFirst().orElse(text);
        return line.startsWith("Lexical error")
                ? "a character or a quoted text that does not belong here (" + line.replaceAll("^Lexical error at [^.]*\\.\\s*", "")
                        + ")"
                : line;
    }
}
