package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Dates and times as text and back, called by generated code. The text is {@code yyyy-MM-dd HH:mm:ss.f}, with exactly as
 * many fraction digits as the type has. What is no date fails with INVALID_TEXT, what is none that exists (February 30th)
 * with DATETIME_OVERFLOW. Pure; public for generated classes only.
 */
public final class MicrosText {
    private static final int MILLI_DIGITS = 3;
    private static final int MICRO_DIGITS = 6;
    private static final int NANO_DIGITS = 9;
    private static final int CACHED_PATTERNS = 256;
    /** Patterns in use. A pattern always gives the same formatter, so that forgetting one is harmless. */
    private static final ConcurrentHashMap<String, DateTimeFormatter> FORMATTERS = new ConcurrentHashMap<>();

    private MicrosText() {}

    /** A timestamp with {@code precision} (0 to 9) fraction digits. */
    public static String toText(long timestamp, int precision) {
        char[] text = new char[precision == 0 ? 19 : 20 + precision];
        long day = Math.floorDiv(timestamp, MicrosFunctions.PER_DAY);
        putDate(text, day);
        text[10] = ' ';
        putTime(text, 11, timestamp - day * MicrosFunctions.PER_DAY, precision);
        return new String(text);
    }

    public static String dateToText(int date) {
        char[] text = new char[10];
        putDate(text, date);
        return new String(text);
    }

    /** A TIME with {@code precision} (0 to 9) fraction digits. */
    public static String timeToText(int time, int precision) {
        char[] text = new char[precision == 0 ? 8 : 9 + precision];
        putTime(text, 0, time * MicrosFunctions.PER_MILLI, precision);
        return new String(text);
    }

    private static void putDate(char[] text, long day) {
        long split = CivilDate.split(day);
        put(text, 0, 4, CivilDate.year(split));
        text[4] = '-';
        put(text, 5, 2, CivilDate.month(split));
        text[7] = '-';
        put(text, 8, 2, CivilDate.day(split));
    }

    private static void putTime(char[] text, int at, long micros, int precision) {
        int seconds = (int) (micros / MicrosFunctions.PER_SECOND);
        put(text, at, 2, seconds / 3_600);
        text[at + 2] = ':';
        put(text, at + 3, 2, seconds / 60 % 60);
        text[at + 5] = ':';
        put(text, at + 6, 2, seconds % 60);
        if (precision > 0) {
            text[at + 8] = '.';
            int fraction = (int) (micros % MicrosFunctions.PER_SECOND);
            for (int digits = precision; digits < MICRO_DIGITS; digits++) {
                fraction /= 10;
            }
            for (int digits = MICRO_DIGITS; digits < precision; digits++) {
                fraction *= 10;
            }
            put(text, at + 9, precision, fraction);
        }
    }

    private static void put(char[] text, int at, int digits, int value) {
        int rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /**
     * The timestamp that a text names: a date, or a date and a time after a blank or {@code T}; fraction digits below
     * {@code precision} are dropped.
     */
    public static long parse(String text, int precision) {
        Scanner scanner = new Scanner(text, "timestamp", "2024-12-31 23:59:59.999999");
        long day = scanner.date();
        long time = 0;
        if (!scanner.atEnd()) {
            scanner.separator();
            time = scanner.time();
        }
        scanner.end();
        scanner.checkDigits(precision, MICRO_DIGITS);
        return MicrosFunctions.truncate(day * MicrosFunctions.PER_DAY + time, precision);
    }

    /** As {@link #parse}, with up to 9 digits. */
    static BigDecimal parseNanos(String text, int precision) {
        Scanner scanner = new Scanner(text, "timestamp", "2024-12-31 23:59:59.999999999");
        long day = scanner.date();
        long time = 0;
        if (!scanner.atEnd()) {
            scanner.separator();
            time = scanner.time();
        }
        scanner.end();
        BigDecimal nanos = NanosFunctions.of(day * MicrosFunctions.PER_DAY + time, scanner.nanosMore);
        return NanosFunctions.truncate(nanos, precision);
    }

    /** The date that a text names; a time after it is checked and dropped. */
    public static int parseDate(String text) {
        Scanner scanner = new Scanner(text, "date", "2024-12-31");
        long day = scanner.date();
        if (!scanner.atEnd()) {
            scanner.separator();
            scanner.time();
        }
        scanner.end();
        return (int) day;
    }

    /** The TIME that a text names; fraction digits below {@code precision} are dropped. */
    public static int parseTime(String text, int precision) {
        Scanner scanner = new Scanner(text, "time", "23:59:59.999");
        long time = scanner.time();
        scanner.end();
        scanner.checkDigits(precision, MILLI_DIGITS);
        return MicrosFunctions.truncateTime((int) (time / MicrosFunctions.PER_MILLI), precision);
    }

    /** A timestamp in a pattern of {@link DateTimeFormatter}, with {@code y} as the year, in English. */
    public static String format(long timestamp, String pattern) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(timestamp, MicrosFunctions.PER_SECOND),
                (int) Math.floorMod(timestamp, MicrosFunctions.PER_SECOND) * 1_000,
                ZoneOffset.UTC);
        return format(time, pattern);
    }

    static String format(LocalDateTime time, String pattern) {
        try {
            return formatter(pattern).format(time);
        } catch (DateTimeException e) {
            throw badPattern(pattern, e);
        }
    }

    private static DateTimeFormatter formatter(String pattern) {
        DateTimeFormatter known = FORMATTERS.get(pattern);
        if (known != null) {
            return known;
        }
        DateTimeFormatter made;
        try {
            made = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            throw badPattern(pattern, e);
        }
        if (FORMATTERS.size() >= CACHED_PATTERNS) {
            FORMATTERS.clear();
        }
        FORMATTERS.put(pattern, made);
        return made;
    }

    private static LakelogException badPattern(String pattern, RuntimeException cause) {
        return new LakelogException(
                ErrorCode.INVALID_STATEMENT,
                "'" + pattern + "' is not a pattern for a timestamp (an example: yyyy-MM-dd HH:mm:ss): "
                        + cause.getMessage(),
                cause);
    }

    /** Reads the parts of one text from left to right. */
    private static final class Scanner {
        private final String text;
        private final String wanted;
        private final String example;
        private final int end;
        private int at;
        private int digits;
        /** What {@link #time} left out. */
        private int nanosMore;

        Scanner(String text, String wanted, String example) {
            this.text = text;
            this.wanted = wanted;
            this.example = example;
            int last = text.length();
            while (last > 0 && text.charAt(last - 1) == ' ') {
                last--;
            }
            end = last;
            while (at < end && text.charAt(at) == ' ') {
                at++;
            }
        }

        boolean atEnd() {
            return at == end;
        }

        void end() {
            if (at != end) {
                throw invalid();
            }
        }

        void separator() {
            if (text.charAt(at) != ' ' && text.charAt(at) != 'T') {
                throw invalid();
            }
            at++;
        }

        long date() {
            int year = number(4, 4);
            expect('-');
            int month = number(1, 2);
            expect('-');
            int day = number(1, 2);
            if (year < 1 || month < 1 || month > 12 || day < 1 || day > CivilDate.lengthOfMonth(year, month)) {
                throw outOfRange();
            }
            return CivilDate.epochDay(year, month, day);
        }

        /** Microseconds of the day. */
        long time() {
            int hour = number(1, 2);
            expect(':');
            int minute = number(1, 2);
            int second = 0;
            long fraction = 0;
            if (at < end && text.charAt(at) == ':') {
                at++;
                second = number(1, 2);
                if (at < end && text.charAt(at) == '.') {
                    at++;
                    fraction = fraction();
                }
            }
            if (hour > 23 || minute > 59 || second > 59) {
                throw outOfRange();
            }
            return (hour * 3_600L + minute * 60L + second) * MicrosFunctions.PER_SECOND + fraction;
        }

        private long fraction() {
            int start = at;
            long nanos = 0;
            while (at < end && isDigit(text.charAt(at))) {
                nanos = nanos * 10 + text.charAt(at) - '0';
                at++;
                if (at - start > NANO_DIGITS) {
                    throw invalid();
                }
                if (text.charAt(at - 1) != '0') {
                    digits = at - start;
                }
            }
            for (int i = at - start; i < NANO_DIGITS; i++) {
                nanos *= 10;
            }
            nanosMore = (int) (nanos % 1_000);
            return nanos / 1_000;
        }

        /** A type that asks for more digits than its values can have must not lose them in silence. */
        void checkDigits(int precision, int kept) {
            if (precision > kept && digits > kept) {
                throw LakelogException.unsupported("'" + text + "' has more than " + kept + " fraction digits, which a "
                        + wanted + " cannot keep");
            }
        }

        private int number(int minDigits, int maxDigits) {
            int start = at;
            int value = 0;
            while (at < end && at - start < maxDigits && isDigit(text.charAt(at))) {
                value = value * 10 + text.charAt(at) - '0';
                at++;
            }
            if (at - start < minDigits) {
                throw invalid();
            }
            return value;
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        private void expect(char c) {
            if (at == end || text.charAt(at) != c) {
                throw invalid();
            }
            at++;
        }

        private LakelogException invalid() {
            return new LakelogException(
                    ErrorCode.INVALID_TEXT,
                    "'" + text + "' is not a " + wanted + "; it should look like '" + example + "'");
        }

        private LakelogException outOfRange() {
            return new LakelogException(
                    ErrorCode.DATETIME_OVERFLOW,
                    "'" + text + "' has a field out of range for a " + wanted
                            + (wanted.equals("time") ? "" : " of the years 1 to 9999"));
        }
    }
}
