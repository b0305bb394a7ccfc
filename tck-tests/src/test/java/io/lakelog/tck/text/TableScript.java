package io.lakelog.tck.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code script.txt} of a reference table: what the table is and what was done to it.
 *
 * @param columns name to the text (or JSON) of its type, in order
 * @param steps the remaining lines, in order: {@code +I [row]} and its like, {@code commit}, {@code compact full},
 *     {@code tag}, {@code alter}, {@code overwrite}
 */
public record TableScript(
        Map<String, String> columns,
        List<String> primaryKeys,
        List<String> partitionKeys,
        Map<String, String> options,
        List<String> steps) {

    public static TableScript read(Path file) {
        Map<String, String> columns = new LinkedHashMap<>();
        List<String> primaryKeys = new ArrayList<>();
        List<String> partitionKeys = new ArrayList<>();
        Map<String, String> options = new LinkedHashMap<>();
        List<String> steps = new ArrayList<>();
        for (String line : lines(file)) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "#", "" -> {}
                case "column" -> {
                    String[] parts = words[1].split(" ", 2);
                    columns.put(parts[0], parts[1]);
                }
                case "primary" -> primaryKeys.addAll(List.of(words[1].split(",", -1)));
                case "partition" -> partitionKeys.addAll(List.of(words[1].split(",", -1)));
                case "option" -> {
                    String[] parts = words[1].split("=", 2);
                    options.put(parts[0], parts[1]);
                }
                default -> steps.add(line);
            }
        }
        return new TableScript(columns, primaryKeys, partitionKeys, options, steps);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
