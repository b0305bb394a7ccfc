package io.lakelog.jdbc.cli;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/**
 * Rows as a table of fixed width. Widths are columns of a terminal, of which a CJK character takes two. Where the table is
 * too wide, the widest columns give way and their texts go on in the next line; where even that leaves too little, each
 * row is printed one value a line.
 */
final class TableLayout {
    private static final int LEAST_WIDTH = 8;
    private static final int SEPARATOR_WIDTH = 3;

    private final List<String> labels;
    private final List<Boolean> rightAligned;
    private final List<Boolean> whole;
    private final int limit;
    private final int[] widths;
    /** Of the values alone, without the labels above them. */
    private final int[] valueWidths;

    private boolean laidOut;
    private boolean vertical;
    private long rowsPrinted;

    /**
     * A table that nothing is in yet.
     *
     * @param whole which columns' values are never cut into pieces
     * @param limit columns that the table may take; 0 for as many as it likes
     */
    TableLayout(List<String> labels, List<Boolean> rightAligned, List<Boolean> whole, int limit) {
        this.labels = labels.stream().map(TableLayout::visible).toList();
        this.rightAligned = rightAligned;
        this.whole = whole;
        this.limit = limit;
        this.valueWidths = new int[labels.size()];
        this.widths = this.labels.stream().mapToInt(TableLayout::width).toArray();
    }

    /** Takes a row into account; to be called before anything is printed. */
    void measure(List<String> row) {
        for (int i = 0; i < widths.length; i++) {
            valueWidths[i] = Math.max(valueWidths[i], width(visible(row.get(i))));
            widths[i] = Math.max(widths[i], valueWidths[i]);
        }
    }

    /** The lines above the rows. */
    List<String> head() {
        layOut();
        if (vertical || widths.length == 0) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(cells(labels, false));
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            line.append(i == 0 ? "" : "+").append("-".repeat(widths[i] + 2));
        }
        lines.add(line.toString());
        return lines;
    }

    /** The lines of a row. */
    List<String> row(List<String> row) {
        layOut();
        rowsPrinted++;
        List<String> values = row.stream().map(TableLayout::visible).toList();
        return vertical ? record(values) : cells(values, true);
    }

    /** Makes the widest columns narrower until the table fits. */
    private void layOut() {
        if (laidOut) {
            return;
        }
        laidOut = true;
        if (limit <= 0 || total() <= limit) {
            return;
        }
        int[] least = new int[widths.length];
        for (int i = 0; i < widths.length; i++) {
            least[i] = Math.min(widths[i], Math.max(labelLeast(i), whole.get(i) ? valueWidths[i] : LEAST_WIDTH));
        }
        while (total() > limit) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                boolean gives = widths[i] > least[i];
                widest = gives && (widest < 0 || widths[i] > widths[widest]) ? i : widest;
            }
            if (widest < 0) {
                vertical = true;
                return;
            }
            widths[widest]--;
        }
    }

    /** A label may go on in the next line at a _ in it. */
    private int labelLeast(int column) {
        int least = 0;
        for (String part : labels.get(column).split("(?=_)")) {
            least = Math.max(least, width(part));
        }
        return Math.min(least, LEAST_WIDTH);
    }

    private int total() {
        int sum = -1;
        for (int width : widths) {
            sum += width + SEPARATOR_WIDTH;
        }
        return sum;
    }

    private List<String> cells(List<String> values, boolean align) {
        List<List<String>> columns = new ArrayList<>();
        int height = 1;
        for (int i = 0; i < widths.length; i++) {
            List<String> pieces = align ? pieces(values.get(i), widths[i]) : labelPieces(values.get(i), widths[i]);
            columns.add(pieces);
            height = Math.max(height, pieces.size());
        }
        List<String> lines = new ArrayList<>();
        for (int line = 0; line < height; line++) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                List<String> pieces = columns.get(i);
                String piece = line < pieces.size() ? pieces.get(line) : "";
                String padding = " ".repeat(Math.max(0, widths[i] - width(piece)));
                boolean right = align && rightAligned.get(i);
                text.append(i == 0 ? " " : "| ")
                        .append(right ? padding + piece : piece + padding)
                        .append(' ');
            }
            lines.add(text.toString().stripTrailing());
        }
        return lines;
    }

    private List<String> record(List<String> values) {
        int labelWidth = 0;
        for (String label : labels) {
            labelWidth = Math.max(labelWidth, width(label));
        }
        List<String> lines = new ArrayList<>();
        lines.add("-[ row " + rowsPrinted + " ]" + "-".repeat(Math.max(0, Math.min(limit, 40) - 10)));
        for (int i = 0; i < labels.size(); i++) {
            String label = labels.get(i) + " ".repeat(labelWidth - width(labels.get(i)));
            List<String> pieces = pieces(values.get(i), Math.max(LEAST_WIDTH, limit - labelWidth - SEPARATOR_WIDTH));
            for (int line = 0; line < pieces.size(); line++) {
                lines.add((line == 0 ? label : " ".repeat(labelWidth)) + " | " + pieces.get(line));
            }
        }
        return lines;
    }

    private static List<String> labelPieces(String label, int width) {
        List<String> pieces = new ArrayList<>();
        String piece = "";
        for (String part : label.split("(?=_)")) {
            if (!piece.isEmpty() && width(piece) + width(part) > width) {
                pieces.add(piece);
                piece = "";
            }
            piece += part;
        }
        pieces.add(piece);
        return pieces.stream().flatMap(each -> pieces(each, width).stream()).toList();
    }

    /** The text in pieces of at most {@code width} columns; one, perhaps empty, at least. */
    private static List<String> pieces(String text, int width) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        int used = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            int columns = Math.max(0, WCWidth.wcwidth(codePoint));
            if (used + columns > width && used > 0) {
                pieces.add(piece.toString());
                piece.setLength(0);
                used = 0;
            }
            piece.appendCodePoint(codePoint);
            used += columns;
            i += Character.charCount(codePoint);
        }
        pieces.add(piece.toString());
        return pieces;
    }

    private static int width(String text) {
        return text.codePoints()
                .map(codePoint -> Math.max(0, WCWidth.wcwidth(codePoint)))
                .sum();
    }

    /** Control characters as escapes: they would break the table, or the terminal. */
    private static String visible(String text) {
        if (text.codePoints().noneMatch(Character::isISOControl)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\n' -> visible.append("\\n");
                case '\r' -> visible.append("\\r");
                case '\t' -> visible.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        visible.append(String.format("\\u%04x", c));
                    } else {
                        visible.appendCodePoint(c);
                    }
                }
            }
        });
        return visible.toString();
    }
}
