package io.lakelog.jdbc.server;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What keeps a server bounded: each limit is an option of its own, with a default. */
public enum Limit {
    SESSIONS("max-sessions", Unit.COUNT, 1, 1000, "open JDBC connections"),
    STATEMENTS("max-statements", Unit.COUNT, 1, 1000, "open statements of one JDBC connection"),
    HTTP_CONNECTIONS("max-http-connections", Unit.COUNT, 1, 2000, "open HTTP connections; more wait to be accepted"),
    THREADS("threads", Unit.COUNT, 4, 64, "threads that serve requests"),
    REQUEST_BYTES("max-request-bytes", Unit.BYTES, 1024, 64L << 20, "length of a request: a statement, or a batch"),
    STATEMENT_LENGTH("max-statement-length", Unit.BYTES, 16, 16L << 20, "length of a statement's text"),
    FRAME_ROWS("max-frame-rows", Unit.COUNT, 1, 100_000, "rows sent at a time"),
    FRAME_BYTES(
            "max-frame-bytes", Unit.BYTES, 1024, 4L << 20, "length of the rows sent at a time, where there are two"),
    ROW_BYTES("max-row-bytes", Unit.BYTES, 1024, 64L << 20, "length of one row of a result"),
    IDLE_TIME("idle-timeout", Unit.DURATION, 0, 30 * 60_000L, "how long an unused JDBC connection is kept"),
    STATEMENT_TIME("statement-timeout", Unit.DURATION, 0, 0, "how long a statement may run; 0 for as long as it takes"),
    DRAIN_TIME(
            "drain-timeout",
            Unit.DURATION,
            0,
            10_000,
            "how long running statements may go on when the server is stopped");

    private static final Pattern NUMBER = Pattern.compile("(\\d{1,15})\\s*([A-Za-z]*)");
    private static final long MOST = Integer.MAX_VALUE - 8L;

    private final String option;
    private final Unit unit;
    private final long least;
    private final long preset;
    private final String meaning;

    Limit(String option, Unit unit, long least, long preset, String meaning) {
        this.option = option;
        this.unit = unit;
        this.least = least;
        this.preset = preset;
        this.meaning = meaning;
    }

    /** Its name on the command line, without dashes, and in a properties file. */
    public String option() {
        return option;
    }

    public String meaning() {
        return meaning;
    }

    /** The value if nobody says another, as text. */
    public String presetText() {
        return unit.text(preset);
    }

    long preset() {
        return preset;
    }

    /**
     * The value that a text means: a number, with KB, MB, GB or ms, s, m, h behind it where the limit has such a unit.
     * Bytes count by themselves, and durations in seconds.
     *
     * @throws LakelogException INVALID_OPTION naming the limit and what would be right
     */
    public long parse(String text) {
        Matcher matcher = NUMBER.matcher(text.strip());
        if (matcher.matches()) {
            Long factor = unit.factors.get(matcher.group(2).toLowerCase(Locale.ROOT));
            if (factor != null) {
                return checked(Long.parseLong(matcher.group(1)), factor, text);
            }
        }
        throw new LakelogException(ErrorCode.INVALID_OPTION, "--" + option + " " + text + " is not " + unit.example);
    }

    private long checked(long number, long factor, String text) {
        long value = number > MOST / factor ? MOST + 1 : number * factor;
        if (value < least || value > MOST) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION,
                    "--" + option + " " + text + " is not between " + unit.text(least) + " and " + unit.text(MOST));
        }
        return value;
    }

    private enum Unit {
        COUNT(Map.of("", 1L), "a number"),
        BYTES(
                Map.of(
                        "", 1L, "b", 1L, "k", 1L << 10, "kb", 1L << 10, "m", 1L << 20, "mb", 1L << 20, "g", 1L << 30,
                        "gb", 1L << 30),
                "a number of bytes, KB, MB or GB, such as 64MB"),
        DURATION(
                Map.of("", 1000L, "ms", 1L, "s", 1000L, "m", 60_000L, "min", 60_000L, "h", 3_600_000L),
                "a number of ms, s, m or h, such as 30m");

        private final Map<String, Long> factors;
        private final String example;

        Unit(Map<String, Long> factors, String example) {
            this.factors = factors;
            this.example = example;
        }

        String text(long value) {
            return switch (this) {
                case COUNT -> String.valueOf(value);
                case BYTES ->
                    value >= 1L << 20 && value % (1L << 20) == 0
                            ? (value >> 20) + "MB"
                            : value >= 1L << 10 && value % (1L << 10) == 0
                                    ? (value >> 10) + "KB"
                                    : String.valueOf(value);
                case DURATION ->
                    value >= 60_000L && value % 60_000L == 0
                            ? value / 60_000L + "m"
                            : value % 1000L == 0 ? value / 1000L + "s" : value + "ms";
            };
        }
    }
}
