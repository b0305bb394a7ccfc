package io.lakelog.sql.script;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A golden script: blocks, divided by blank lines. A block is a comment (lines that begin with #), or a statement, a line
 * {@code ----}, and the answer:
 *
 * <pre>
 * SELECT id, status FROM orders
 * ---- sorted
 * id | status
 * 1 | PAID
 * </pre>
 *
 * The answer is the labels and the rows; {@code count 3} for a count; {@code ok} for nothing; {@code error 42S02 text}
 * for a failure of that SQLSTATE whose message contains the text. After {@code ---- sorted} the order of rows is free.
 */
public final class Script {
    private static final String DIVIDER = "----";
    private static final String SORTED = DIVIDER + " sorted";

    private Script() {}

    /**
     * Runs a script.
     *
     * @return the script with the answers that were given, which equals {@code text} when all are right
     */
    public static String run(String text, SqlSession session) {
        List<String> blocks = new ArrayList<>();
        for (String block : text.strip().split("\n\\s*\n")) {
            blocks.add(block.startsWith("#") ? block : runBlock(block, session));
        }
        return String.join("\n\n", blocks) + "\n";
    }

    private static String runBlock(String block, SqlSession session) {
        List<String> lines = block.lines().toList();
        int divider = 0;
        while (divider < lines.size() && !lines.get(divider).startsWith(DIVIDER)) {
            divider++;
        }
        String sql = String.join("\n", lines.subList(0, divider));
        String mark = divider < lines.size() ? lines.get(divider) : DIVIDER;
        List<String> expected = lines.subList(Math.min(divider + 1, lines.size()), lines.size());
        List<String> answer = answerText(session.run(sql), mark.equals(SORTED), expected);
        return sql + "\n" + mark + "\n" + String.join("\n", answer);
    }

    private static List<String> answerText(SqlSession.Answer answer, boolean sorted, List<String> expected) {
        List<String> lines = new ArrayList<>();
        if (answer instanceof SqlSession.Answer.Rows rows) {
            lines.add(String.join(" | ", rows.labels()));
            List<String> rowLines = rows.rows().stream()
                    .map(row -> String.join(" | ", row))
                    .collect(Collectors.toCollection(ArrayList::new));
            if (sorted) {
                rowLines.sort(null);
            }
            lines.addAll(rowLines);
        } else if (answer instanceof SqlSession.Answer.Count count) {
            lines.add("count " + count.count());
        } else if (answer instanceof SqlSession.Answer.Failed failed) {
            lines.add(failureText(failed, expected));
        } else {
            lines.add("ok");
        }
        return lines;
    }

    /** The expected line itself when it describes the failure. */
    private static String failureText(SqlSession.Answer.Failed failed, List<String> expected) {
        String start = "error " + failed.sqlState() + " ";
        if (expected.size() == 1
                && expected.get(0).startsWith(start)
                && failed.message().contains(expected.get(0).substring(start.length()))) {
            return expected.get(0);
        }
        return start + failed.message().replace('\n', ' ');
    }
}
