package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Set;

/**
 * Refuses texts that no parser or planner should have to follow: parentheses within parentheses, and long chains of
 * operators, each of which is a level of a tree too. It only looks at the text, before anything is built from it; lists of
 * values may be as long as they like. Pure.
 */
final class Nesting {
    private static final int DEPTH_MOST = 250;
    private static final int CHAIN_MOST = 500;
    private static final Set<String> OPERATORS = Set.of("AND", "OR", "NOT");
    private static final Set<String> SETS = Set.of("UNION", "INTERSECT", "EXCEPT", "JOIN");
    /** Where one chain ends and another begins. */
    private static final Set<String> BREAKS = Set.of("WHEN", "THEN", "ELSE", "FROM", "WHERE", "HAVING", "SET", "BY");

    private static final String SIGNS = "+-*/%|";

    private final String sql;
    private final Deque<Level> outer = new ArrayDeque<>();
    private Level level = new Level();
    private int position;

    private Nesting(String sql) {
        this.sql = sql;
    }

    /** @throws LakelogException LIMIT with line and column */
    static void check(String sql) {
        if (sql.length() > DEPTH_MOST) {
            new Nesting(sql).scan();
        }
    }

    private void scan() {
        while (position < sql.length()) {
            char c = sql.charAt(position);
            if (c == '\'' || c == '"' || c == '`') {
                skipTo(String.valueOf(c), 1);
            } else if (sql.startsWith("--", position)) {
                skipTo("\n", 2);
            } else if (sql.startsWith("/*", position)) {
                skipTo("*/", 2);
            } else if (Character.isJavaIdentifierStart(c)) {
                word();
            } else {
                sign(c);
                position++;
            }
        }
    }

    /** Behind the next {@code end}, or at the end of the text. */
    private void skipTo(String end, int from) {
        int found = sql.indexOf(end, position + from);
        position = found < 0 ? sql.length() : found + end.length();
    }

    private void word() {
        int start = position;
        while (position < sql.length() && Character.isJavaIdentifierPart(sql.charAt(position))) {
            position++;
        }
        if (position - start > "INTERSECT".length()) {
            return;
        }
        String word = sql.substring(start, position).toUpperCase(Locale.ROOT);
        if (OPERATORS.contains(word)) {
            level.operators = link(level.operators);
        } else if (SETS.contains(word)) {
            level.sets = link(level.sets);
        } else if (word.equals("CASE")) {
            open();
        } else if (word.equals("END")) {
            close();
        } else if (BREAKS.contains(word)) {
            level.operators = 0;
        }
    }

    private void sign(char c) {
        if (c == '(') {
            open();
        } else if (c == ')') {
            close();
        } else if (c == ',') {
            level.operators = 0;
        } else if (SIGNS.indexOf(c) >= 0) {
            level.operators = link(level.operators);
        }
    }

    private void open() {
        outer.push(level);
        level = new Level();
        if (outer.size() > DEPTH_MOST) {
            throw refused("more than " + DEPTH_MOST + " levels of nesting");
        }
    }

    private void close() {
        if (!outer.isEmpty()) {
            level = outer.pop();
        }
    }

    private int link(int before) {
        if (before == CHAIN_MOST) {
            throw refused(
                    "more than " + CHAIN_MOST + " operators in one expression; write IN (...), or join with VALUES");
        }
        return before + 1;
    }

    private LakelogException refused(String what) {
        int line = 1;
        int lineStart = 0;
        for (int i = sql.indexOf('\n'); i >= 0 && i < position; i = sql.indexOf('\n', i + 1)) {
            line++;
            lineStart = i + 1;
        }
        return new LakelogException(
                ErrorCode.LIMIT,
                "line " + line + ", column " + (Math.min(position, sql.length()) - lineStart + 1)
                        + ": the statement is too complex: " + what);
    }

    /** What has been counted between one parenthesis and the other. */
    private static final class Level {
        private int operators;
        private int sets;
    }
}
