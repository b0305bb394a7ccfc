package io.lakelog.jdbc.cli;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prints rows in one of the formats. Rows are printed as they come; a table looks at the first of them for its widths. */
final class ResultPrinter {
    private static final int ROWS_MEASURED = 1000;

    private final PrintStream out;
    private final int width;
    private Format format;
    private boolean timing = true;

    /** @param width columns that a table may take; 0 for as many as it likes */
    ResultPrinter(PrintStream out, Format format, int width) {
        this.out = out;
        this.format = format;
        this.width = width;
    }

    void setFormat(Format wanted) {
        format = wanted;
    }

    /** Says how long statements took, or no longer does; returns whether it does now. */
    boolean toggleTiming() {
        timing = !timing;
        return timing;
    }

    /** Prints all rows of a result and returns their number. */
    long print(ResultSet rows) throws SQLException {
        ResultSetMetaData columns = rows.getMetaData();
        List<String> labels = new ArrayList<>();
        List<Boolean> numbers = new ArrayList<>();
        List<Boolean> whole = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            labels.add(columns.getColumnLabel(i));
            numbers.add(isNumber(columns.getColumnType(i)));
            whole.add(numbers.get(i - 1) || isMoment(columns.getColumnType(i)));
        }
        return switch (format) {
            case table -> printTable(rows, new TableLayout(labels, numbers, whole, width), labels.size());
            case csv -> printCsv(rows, labels);
            case json -> printJson(rows, labels, numbers);
        };
    }

    /** Prints texts as rows. */
    void print(List<String> labels, List<List<String>> rows) {
        switch (format) {
            case table -> {
                List<Boolean> none = labels.stream().map(label -> false).toList();
                TableLayout table = new TableLayout(labels, none, none, width);
                rows.forEach(table::measure);
                table.head().forEach(out::println);
                rows.forEach(row -> table.row(row).forEach(out::println));
            }
            case csv -> {
                out.println(Csv.line(labels));
                rows.forEach(row -> out.println(Csv.line(row)));
            }
            case json -> {
                JsonRows json = new JsonRows(uniqueLabels(labels));
                out.println("[");
                for (int i = 0; i < rows.size(); i++) {
                    out.println((i == 0 ? "" : ",") + json.row(rows.get(i)));
                }
                out.println("]");
            }
        }
    }

    /** Prints a remark on what has happened, in tables only: other formats are for programs to read. */
    void note(String text, double seconds) {
        if (format == Format.table) {
            out.println("(" + text + (timing ? String.format(Locale.ROOT, ", %.3f s)", seconds) : ")"));
        }
    }

    private long printTable(ResultSet rows, TableLayout table, int columns) throws SQLException {
        List<List<String>> first = new ArrayList<>();
        boolean more = true;
        while (first.size() < ROWS_MEASURED && (more = rows.next())) {
            List<String> row = texts(rows, columns);
            table.measure(row);
            first.add(row);
        }
        table.head().forEach(out::println);
        for (List<String> row : first) {
            table.row(row).forEach(out::println);
        }
        long count = first.size();
        while (more && rows.next()) {
            table.row(texts(rows, columns)).forEach(out::println);
            count++;
        }
        return count;
    }

    private static List<String> texts(ResultSet rows, int columns) throws SQLException {
        List<String> texts = new ArrayList<>(columns);
        for (int i = 1; i <= columns; i++) {
            String text = rows.getString(i);
            texts.add(text == null ? "NULL" : text);
        }
        return texts;
    }

    private long printCsv(ResultSet rows, List<String> labels) throws SQLException {
        out.println(Csv.line(labels));
        long count = 0;
        while (rows.next()) {
            List<@Nullable String> values = new ArrayList<>(labels.size());
            for (int i = 1; i <= labels.size(); i++) {
                values.add(rows.getString(i));
            }
            out.println(Csv.line(values));
            count++;
        }
        return count;
    }

    private long printJson(ResultSet rows, List<String> labels, List<Boolean> numbers) throws SQLException {
        JsonRows json = new JsonRows(uniqueLabels(labels));
        out.println("[");
        long count = 0;
        while (rows.next()) {
            List<@Nullable Object> values = new ArrayList<>(labels.size());
            for (int i = 1; i <= labels.size(); i++) {
                values.add(jsonValue(rows, i, numbers.get(i - 1)));
            }
            out.println((count == 0 ? "" : ",") + json.row(values));
            count++;
        }
        out.println("]");
        return count;
    }

    /** A number or truth value as such, all else as text. JSON has no way to write NaN or infinity as a number. */
    private static @Nullable Object jsonValue(ResultSet rows, int column, boolean number) throws SQLException {
        Object value = rows.getObject(column);
        boolean finite = !(value instanceof Double d && !Double.isFinite(d))
                && !(value instanceof Float f && !Float.isFinite(f));
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        return value instanceof Boolean || (number && finite) ? value : rows.getString(column);
    }

    /** Labels with a number after those that came before: an object must not have a name twice. */
    private static List<String> uniqueLabels(List<String> labels) {
        Set<String> seen = new HashSet<>();
        List<String> unique = new ArrayList<>();
        for (String label : labels) {
            String name = label;
            for (int i = 2; !seen.add(name); i++) {
                name = label + "_" + i;
            }
            unique.add(name);
        }
        return unique;
    }

    private static boolean isMoment(int type) {
        return switch (type) {
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE, Types.BOOLEAN -> true;
            default -> false;
        };
    }

    private static boolean isNumber(int type) {
        return switch (type) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.DOUBLE, Types.DECIMAL ->
                true;
            default -> false;
        };
    }
}
