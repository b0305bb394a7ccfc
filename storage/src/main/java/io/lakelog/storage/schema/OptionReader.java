package io.lakelog.storage.schema;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads typed values out of option texts; every bad value is an INVALID_OPTION that says what would be right. */
final class OptionReader {
    private static final Pattern SIZE = Pattern.compile("(\\d+)\\s*([a-z]*)");
    private static final Set<String> SIZES = Set.of(
            "compaction.total-size-threshold",
            "lookup.cache-max-disk-size",
            "lookup.cache-max-memory-size",
            "manifest.full-compaction-threshold-size",
            "manifest.target-file-size",
            "target-file-size",
            "write-buffer-size");
    private static final Set<String> AT_LEAST_TWO = Set.of("compaction.min.file-num", "manifest.merge-min-count");
    private static final Set<String> KNOWN = load();

    private final Map<String, String> options;

    OptionReader(Map<String, String> options) {
        this.options = options;
    }

    /** Refuses options that nobody should give a table: see {@link #checkGiven(String, String)}. */
    void checkGiven() {
        options.forEach(OptionReader::checkGiven);
    }

    /**
     * Refuses an option that nobody should give a table: a key that neither Paimon nor Lakelog knows, naming the near match,
     * and values that make no sense although tables of other engines, which have them, are read.
     */
    static void checkGiven(String key, String value) {
        checkKnown(key);
        if (AT_LEAST_TWO.contains(key)) {
            new OptionReader(Map.of(key, value)).integer(key, 2, 2);
        }
        if (SIZES.contains(key) && size(value) == 0) {
            throw bad(key, value, "a size such as '128 mb', and more than nothing");
        }
    }

    /** Refuses a key that neither Paimon nor Lakelog knows, naming the near match. */
    static void checkKnown(String key) {
        if (!KNOWN.contains(key) && !key.startsWith("fields.")) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION, "unknown table option '" + key + "'" + NearMatch.hint(key, KNOWN));
        }
    }

    /** All keys, in order. */
    Set<String> keys() {
        return new TreeSet<>(options.keySet());
    }

    @Nullable
    String text(String key) {
        return options.get(key);
    }

    String text(String key, String fallback) {
        return options.getOrDefault(key, fallback);
    }

    /** A word, in lower case. */
    String word(String key, String fallback) {
        return text(key, fallback).trim().toLowerCase(Locale.ROOT);
    }

    boolean flag(String key, boolean fallback) {
        String value = options.get(key);
        if (value == null) {
            return fallback;
        }
        return switch (value.trim().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw bad(key, value, "true or false");
        };
    }

    int integer(String key, int fallback, int least) {
        String value = options.get(key);
        if (value == null) {
            return fallback;
        }
        try {
            int number = Integer.parseInt(value.trim());
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw bad(key, value, "a whole number of at least " + least);
        }
        throw bad(key, value, "a whole number of at least " + least);
    }

    /** A size such as {@code 128 mb}, in bytes; a bare number is bytes, and nothing counts as one byte. */
    long bytes(String key, long fallback) {
        String value = options.get(key);
        if (value == null) {
            return fallback;
        }
        long bytes = size(value);
        if (bytes < 0) {
            throw bad(key, value, "a size such as '128 mb'");
        }
        return Math.max(1, bytes);
    }

    /** A size in bytes, or -1 for what is none. */
    private static long size(String text) {
        Matcher matcher = SIZE.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            int shift =
                    switch (matcher.group(2)) {
                        case "", "b", "bytes" -> 0;
                        case "k", "kb", "kibibytes" -> 10;
                        case "m", "mb", "mebibytes" -> 20;
                        case "g", "gb", "gibibytes" -> 30;
                        case "t", "tb", "tebibytes" -> 40;
                        default -> -1;
                    };
            if (shift >= 0 && matcher.group(1).length() <= 18) {
                long number = Long.parseLong(matcher.group(1));
                if (number <= Long.MAX_VALUE >> shift) {
                    return number << shift;
                }
            }
        }
        return -1;
    }

    /** A duration such as {@code 7 d}. */
    Duration duration(String key, Duration fallback) {
        String value = options.get(key);
        return value == null
                ? fallback
                : DurationText.parse(value).orElseThrow(() -> bad(key, value, "a duration such as '7 d' or '30 min'"));
    }

    /** Comma-separated names; empty if the option is not given. */
    List<String> names(String key) {
        String value = options.get(key);
        if (value == null || value.isBlank()) {
            return List.of();
        }
        return Arrays.stream(value.split(",")).map(String::trim).toList();
    }

    ChangelogProducer changelogProducer() {
        String word = word("changelog-producer", "none");
        for (ChangelogProducer producer : ChangelogProducer.values()) {
            if (producer.text().equals(word)) {
                return producer;
            }
        }
        throw bad(
                "changelog-producer",
                text("changelog-producer", "none"),
                "one of none, input, lookup, full-compaction");
    }

    static LakelogException bad(String key, String value, String right) {
        return new LakelogException(
                ErrorCode.INVALID_OPTION, "table option '" + key + "' = '" + value + "': must be " + right);
    }

    private static Set<String> load() {
        try (InputStream stream = Objects.requireNonNull(
                        OptionReader.class.getResourceAsStream("known-options.txt"), "known-options.txt");
                BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return new TreeSet<>(reader.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
