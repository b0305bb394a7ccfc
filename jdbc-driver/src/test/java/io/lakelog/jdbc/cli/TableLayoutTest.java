package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jline.utils.WCWidth;
import org.junit.jupiter.api.Test;

final class TableLayoutTest {
    private static List<String> print(List<String> labels, int width, List<String> row) {
        TableLayout table = new TableLayout(
                labels, Collections.nCopies(labels.size(), false), Collections.nCopies(labels.size(), false), width);
        table.measure(row);
        List<String> lines = new ArrayList<>(table.head());
        lines.addAll(table.row(row));
        return lines;
    }

    private static int width(String line) {
        return line.codePoints().map(WCWidth::wcwidth).sum();
    }

    @Test
    void aLineIsNeverWiderThanTheTerminal() {
        String text = "漢字 and text ".repeat(20);
        for (int columns = 1; columns < 12; columns++) {
            List<String> labels = new ArrayList<>();
            List<String> row = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                labels.add("label" + i);
                row.add(text.substring(0, 20 * i));
            }
            assertThat(print(labels, 80, row))
                    .allSatisfy(line -> assertThat(width(line)).isLessThanOrEqualTo(80));
        }
    }

    @Test
    void manyColumnsGoBelowEachOther() {
        List<String> labels = Collections.nCopies(20, "column");
        List<String> lines = print(labels, 80, Collections.nCopies(20, "a value that is long"));
        assertThat(lines).hasSize(21);
        assertThat(lines.get(0)).startsWith("-[ row 1 ]-");
        assertThat(lines.get(1)).isEqualTo("column | a value that is long");
    }

    @Test
    void controlCharactersAreShown() {
        assertThat(print(List.of("x"), 0, List.of("a\nb\t\u001b[31m"))).contains(" a\\nb\\t\\u001b[31m");
    }
}
