package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.util.List;
import java.util.Locale;
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

    private static final List<String> FIRST_WORDS = List.of(
            "SELECT",
            "INSERT",
            "UPSERT",
            "UPDATE",
            "DELETE",
            "CREATE",
            "DROP",
            "SHOW",
            "DESCRIBE",
            "USE",
            "EXPLAIN",
            "WITH",
            "VALUES",
            "ALTER",
            "TRUNCATE",
            "MERGE",
            "CALL",
            "START",
            "BEGIN",
            "COMMIT",
            "ROLLBACK");

    private final String sql;
    private final SqlParseException failure;
    private boolean severalStatements;

    private SyntaxErrors(String sql, SqlParseException failure) {
        this.sql = sql;
        this.failure = failure;
    }

    static LakelogException of(String sql, SqlParseException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof LakelogException ours) {
                return ours;
            } else if (cause instanceof StackOverflowError) {
                return new LakelogException(ErrorCode.LIMIT, "the statement is nested too deeply", failure);
            }
        }
        if (sql.isBlank()) {
            return new LakelogException(ErrorCode.SYNTAX, "the statement is empty");
        }
        return new SyntaxErrors(sql, failure).describe();
    }

    private LakelogException describe() {
        LakelogException plain = describePlainly();
        SqlParserPos position = failure.getPos();
        if (position == null
                || severalStatements
                || String.valueOf(plain.getMessage()).contains("did you mean")) {
            return plain;
        }
        int at = isAtEnd() ? sql.length() : offset(position.getLineNum(), position.getColumnNum());
        Misspelling word = Misspelling.find(sql, at, SyntaxErrors::reach);
        return word == null
                ? plain
                : error("syntax error at " + place(word.at()) + ": found '" + word.word() + "'; did you mean '"
                        + word.meant() + "'?");
    }

    /** How far a text can be read: the offset where it fails, or beyond its end. */
    private static int reach(String text) {
        try {
            SqlText.parser(text).parseStmt();
            return text.length() + 1;
        } catch (SqlParseException e) {
            SyntaxErrors errors = new SyntaxErrors(text, e);
            SqlParserPos position = e.getPos();
            return position == null || errors.isAtEnd()
                    ? text.length()
                    : errors.offset(position.getLineNum(), position.getColumnNum());
        }
    }

    private LakelogException describePlainly() {
        SqlParserPos position = failure.getPos();
        if (position == null) {
            return error("syntax error: " + reason());
        }
        int at = isAtEnd() ? sql.length() : offset(position.getLineNum(), position.getColumnNum());
        String found = tokenAt(at);
        int[][] expected = failure.getExpectedTokenSequences();
        if (expected == null) {
            if (reason().startsWith("Non-query expression") && FIRST_WORDS.contains(found.toUpperCase(Locale.ROOT))) {
                return error("syntax error at " + place(at) + ": '" + found + "' is not a whole statement");
            }
            return reason().startsWith("Non-query expression")
                    ? error("syntax error at " + place(at) + ": '" + found + "' does not begin a statement"
                            + NearMatch.hint(found, FIRST_WORDS))
                    : error("syntax error at " + place(at) + ": " + reason());
        }
        if (sql.substring(0, at).stripTrailing().endsWith(";") && at < sql.length()) {
            severalStatements = true;
            return error(
                    "several statements in one text: give them one at a time (the second begins at " + place(at) + ")");
        }
        if (found.equals("'") || found.equals("\"") || found.equals("`")) {
            return error("syntax error at " + place(at) + ": the quote " + found + " is not closed");
        }
        Set<String> images = images(expected, 0, null);
        String foundImage = '"' + found.toUpperCase(Locale.ROOT) + '"';
        if (!found.isEmpty() && images.contains(foundImage)) {
            // The parser looks two tokens ahead: the first is right, the second is not.
            images = images(expected, 1, foundImage);
            at = skipBlanks(at + found.length());
            found = tokenAt(at);
        }
        return error("syntax error at " + place(at) + ": found "
                + (found.isEmpty() ? "the end of the statement" : "'" + found + "'") + expectation(found, images));
    }

    /** The token images at {@code index} of the sequences that begin with {@code first}, or of all. */
    private Set<String> images(int[][] sequences, int index, @Nullable String first) {
        Set<String> images = new TreeSet<>();
        String[] all = failure.getTokenImages();
        if (all == null) {
            return images;
        }
        for (int[] sequence : sequences) {
            if (sequence.length > index && (first == null || all[sequence[0]].equals(first))) {
                images.add(all[sequence[index]]);
            }
        }
        return images;
    }

    private boolean isKeyword(String word) {
        String[] all = failure.getTokenImages();
        return all != null && List.of(all).contains('"' + word.toUpperCase(Locale.ROOT) + '"');
    }

    private String expectation(String found, Set<String> images) {
        Set<String> words = new TreeSet<>();
        Set<String> classes = new TreeSet<>();
        for (String image : images) {
            if (image.startsWith("\"")) {
                words.add(image.substring(1, image.length() - 1));
            } else {
                String meaning = tokenClass(image);
                if (meaning != null) {
                    classes.add(meaning);
                }
            }
        }
        String hint = found.length() > 2 && !isKeyword(found) ? NearMatch.hint(found, words) : "";
        boolean name = classes.contains("a name");
        if (!name && !words.isEmpty() && words.size() + classes.size() <= ALTERNATIVES_SHOWN_MAX) {
            Set<String> all = new TreeSet<>(words);
            all.addAll(classes);
            return ", expected " + String.join(" or ", all) + hint;
        }
        if (!hint.isEmpty()) {
            return hint;
        }
        return name && words.size() <= ALTERNATIVES_SHOWN_MAX
                ? ", expected a name; a reserved word is one only in double quotes"
                : name
                        ? ", expected a name or an expression; a reserved word is a name only in double quotes"
                        : ", which does not fit here";
    }

    private static @Nullable String tokenClass(String image) {
        return switch (image) {
            case "<IDENTIFIER>", "<QUOTED_IDENTIFIER>", "<BACK_QUOTED_IDENTIFIER>" -> "a name";
            case "<UNSIGNED_INTEGER_LITERAL>", "<DECIMAL_NUMERIC_LITERAL>", "<APPROX_NUMERIC_LITERAL>" -> "a number";
            case "<QUOTED_STRING>" -> "a text in single quotes";
            case "<EOF>" -> "the end of the statement";
            default -> null;
        };
    }

    private boolean isAtEnd() {
        return String.valueOf(failure.getMessage()).startsWith("Encountered \"<EOF>\"");
    }

    /** The word at an offset, or the one character there if no word begins; empty at the end. */
    private String tokenAt(int at) {
        int end = at;
        while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
            end++;
        }
        return sql.substring(Math.min(at, sql.length()), Math.min(Math.max(end, at + 1), sql.length()));
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < sql.length() && Character.isWhitespace(sql.charAt(at))) {
            at++;
        }
        return at;
    }

    private int offset(int line, int column) {
        int at = 0;
        for (int i = 1; i < line; i++) {
            int end = sql.indexOf('\n', at);
            if (end < 0) {
                return sql.length();
            }
            at = end + 1;
        }
        return Math.min(at + column - 1, sql.length());
    }

    private String place(int at) {
        String before = sql.substring(0, Math.min(at, sql.length()));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        return "line " + line + ", column " + (before.length() - before.lastIndexOf('\n'));
    }

    private String reason() {
        Throwable cause = failure.getCause();
        String text = cause instanceof CalciteContextException && cause.getCause() != null
                ? cause.getCause().getMessage()
                : failure.getMessage();
        if (text == null) {
            return "the text cannot be read";
        }
        String line = text.lines().findFirst().orElse(text);
        return line.replaceFirst("^Lexical error at [^.]*\\.\\s*", "this does not belong here: ");
    }

    private LakelogException error(String message) {
        return new LakelogException(ErrorCode.SYNTAX, message, failure);
    }
}
