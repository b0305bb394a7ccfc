package io.lakelog.tck.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The {@code expected.txt} of a reference table.
 *
 * @param columns names in order
 * @param rows of the newest state, sorted by text
 * @param rowsAt of each snapshot, sorted by text
 * @param changes lines of {@link Change}, in the order of the file
 */
public record ExpectedFile(
        List<String> columns, List<String> rows, SortedMap<Long, List<String>> rowsAt, List<String> changes) {

    public static ExpectedFile read(Path file) {
        List<String> columns = new ArrayList<>();
        List<String> rows = new ArrayList<>();
        SortedMap<Long, List<String>> rowsAt = new TreeMap<>();
        List<String> changes = new ArrayList<>();
        List<String> section = new ArrayList<>();
        boolean ended = false;
        for (String line : lines(file)) {
            if (!line.startsWith("== ")) {
                section.add(line);
            } else if (line.equals("== columns")) {
                section = columns;
            } else if (line.equals("== read")) {
                section = rows;
            } else if (line.startsWith("== read snapshot ")) {
                section = rowsAt.computeIfAbsent(
                        Long.valueOf(line.substring("== read snapshot ".length())), id -> new ArrayList<>());
            } else if (line.equals("== changes from 1")) {
                section = changes;
            } else if (line.equals("== end")) {
                ended = true;
            } else {
                throw new IllegalArgumentException(file + ": unknown section " + line);
            }
        }
        if (!ended || columns.size() != 1) {
            throw new IllegalArgumentException(file + " is not whole");
        }
        String names = columns.get(0);
        return new ExpectedFile(List.of(names.substring(1, names.length() - 1).split(", ", -1)), rows, rowsAt, changes);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
