package io.lakelog.storage.schema;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as options write them: {@code 7 d}, {@code 12h}, {@code 30 min}, {@code 500 ms}. Pure; thread-safe. */
public final class DurationText {
    private static final Pattern TEXT = Pattern.compile("(\\d{1,15})\\s*([a-zµ]*)");

    private DurationText() {}

    /** The duration that a text means, or empty if it means none; a bare number is milliseconds. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        try {
            return switch (matcher.group(2)) {
                case "d", "day", "days" -> Optional.of(Duration.ofDays(number));
                case "h", "hour", "hours" -> Optional.of(Duration.ofHours(number));
                case "m", "min", "minute", "minutes" -> Optional.of(Duration.ofMinutes(number));
                case "s", "sec", "secs", "second", "seconds" -> Optional.of(Duration.ofSeconds(number));
                case "", "ms", "milli", "millis", "millisecond", "milliseconds" ->
                    Optional.of(Duration.ofMillis(number));
                case "µs", "micro", "micros", "microsecond", "microseconds" ->
                    Optional.of(Duration.ofNanos(Math.multiplyExact(number, 1000)));
                case "ns", "nano", "nanos", "nanosecond", "nanoseconds" -> Optional.of(Duration.ofNanos(number));
                default -> Optional.empty();
            };
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
