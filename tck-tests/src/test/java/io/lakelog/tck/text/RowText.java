package io.lakelog.tck.text;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row as a JSON array in column order. DECIMAL, DATE, TIME and TIMESTAMP are strings, a local-zone timestamp ends in
 * {@code Z}, binary is {@code "0x.."}, numbers that JSON has no word for are strings, a map is its {@code [key, value]}
 * pairs sorted by text, a ROW an array. Values come in the Java classes of {@link io.lakelog.storage.row.Values}, and
 * List for ARRAY and ROW, Map for MAP.
 */
public final class RowText {
    private RowText() {}

    public static String of(List<? extends @Nullable Object> values) {
        StringBuilder out = new StringBuilder();
        appendList(out, values);
        return out.toString();
    }

    private static void appendList(StringBuilder out, List<? extends @Nullable Object> values) {
        out.append('[');
        String separator = "";
        for (Object value : values) {
            out.append(separator);
            append(out, value);
            separator = ",";
        }
        out.append(']');
    }

    private static void append(StringBuilder out, @Nullable Object value) {
        if (value == null
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long) {
            out.append(value);
        } else if (value instanceof Float number) {
            appendFloating(out, number.toString(), Float.isFinite(number));
        } else if (value instanceof Double number) {
            appendFloating(out, number.toString(), Double.isFinite(number));
        } else if (value instanceof BigDecimal decimal) {
            quote(out, decimal.toPlainString());
        } else if (value instanceof byte[] bytes) {
            quote(out, "0x" + HexFormat.of().formatHex(bytes));
        } else if (value instanceof List<?> list) {
            appendList(out, list);
        } else if (value instanceof Map<?, ?> map) {
            appendMap(out, map);
        } else if (value instanceof String
                || value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof LocalDateTime
                || value instanceof Instant) {
            quote(out, value.toString());
        } else {
            throw new IllegalArgumentException("no text form for a value of " + value.getClass());
        }
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map) {
        List<String> pairs = new ArrayList<>();
        map.forEach((key, value) -> {
            StringBuilder pair = new StringBuilder("[");
            append(pair, key);
            pair.append(',');
            append(pair, value);
            pairs.add(pair.append(']').toString());
        });
        pairs.sort(null);
        out.append('[').append(String.join(",", pairs)).append(']');
    }

    private static void appendFloating(StringBuilder out, String text, boolean finite) {
        if (finite) {
            out.append(text);
        } else {
            quote(out, text);
        }
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }
}
