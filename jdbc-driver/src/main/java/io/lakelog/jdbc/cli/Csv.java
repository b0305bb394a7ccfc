package io.lakelog.jdbc.cli;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lines of comma-separated values: NULL is empty, the empty text a pair of quotes. */
final class Csv {
    private Csv() {}

    static String line(List<? extends @Nullable String> values) {
        return values.stream().map(Csv::field).collect(Collectors.joining(","));
    }

    private static String field(@Nullable String value) {
        if (value == null) {
            return "";
        }
        boolean quote = value.isEmpty()
                || value.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                || !value.strip().equals(value);
        return quote ? "\"" + value.replace("\"", "\"\"") + "\"" : value;
    }
}
