package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.TimeZone;
import java.util.function.LongUnaryOperator;

/**
 * Arithmetic on timestamps of more than 6 fraction digits: a BigDecimal of scale 0 of nanoseconds since 1970-01-01T00:00
 * (in UTC for WITH LOCAL TIME ZONE). What is below a microsecond is kept apart while {@link MicrosFunctions} works on the
 * rest. Pure; public for generated classes only.
 */
public final class NanosFunctions {
    private static final BigInteger PER_MICRO = BigInteger.valueOf(1_000);
    private static final long SAFE_MICROS = Long.MAX_VALUE / 1_000 - 1;
    private static final int NANO_DIGITS = 9;

    private NanosFunctions() {}

    /** The nanoseconds of microseconds and 0 to 999 nanoseconds more. */
    public static BigDecimal of(long micros, int nanosMore) {
        return micros > -SAFE_MICROS && micros < SAFE_MICROS
                ? BigDecimal.valueOf(micros * 1_000 + nanosMore)
                : new BigDecimal(BigInteger.valueOf(micros).multiply(PER_MICRO).add(BigInteger.valueOf(nanosMore)));
    }

    /** The microseconds, towards the past. */
    public static long toMicros(BigDecimal nanos) {
        BigInteger[] parts = nanos.unscaledValue().divideAndRemainder(PER_MICRO);
        return parts[0].longValueExact() - (parts[1].signum() < 0 ? 1 : 0);
    }

    /** The 0 to 999 nanoseconds after {@link #toMicros}. */
    public static int nanosMore(BigDecimal nanos) {
        return nanos.unscaledValue().mod(PER_MICRO).intValue();
    }

    public static BigDecimal fromMicros(long micros) {
        return of(micros, 0);
    }

    private static BigDecimal map(BigDecimal nanos, LongUnaryOperator change) {
        return of(change.applyAsLong(toMicros(nanos)), nanosMore(nanos));
    }

    public static BigDecimal plus(BigDecimal timestamp, long interval) {
        return map(timestamp, micros -> MicrosFunctions.plus(micros, interval));
    }

    public static BigDecimal minus(BigDecimal timestamp, long interval) {
        return map(timestamp, micros -> MicrosFunctions.minus(micros, interval));
    }

    public static BigDecimal plusMonths(BigDecimal timestamp, long months) {
        return map(timestamp, micros -> MicrosFunctions.plusMonths(micros, months));
    }

    public static BigDecimal localToUtc(BigDecimal timestamp, TimeZone zone) {
        return map(timestamp, micros -> MicrosFunctions.localToUtc(micros, zone));
    }

    public static BigDecimal utcToLocal(BigDecimal timestamp, TimeZone zone) {
        return map(timestamp, micros -> MicrosFunctions.utcToLocal(micros, zone));
    }

    /** @param precision 6 to 9 fraction digits to keep */
    public static BigDecimal truncate(BigDecimal timestamp, int precision) {
        int unit = 1;
        for (int digits = precision; digits < NANO_DIGITS; digits++) {
            unit *= 10;
        }
        int more = nanosMore(timestamp);
        return of(toMicros(timestamp), more / unit * unit);
    }

    public static String toText(BigDecimal timestamp, int precision) {
        String text = MicrosText.toText(toMicros(timestamp), 6);
        String more = Integer.toString(1_000 + nanosMore(timestamp));
        return text + more.substring(1, 1 + precision - 6);
    }

    /** The timestamp that a text names; digits below {@code precision} are dropped. */
    public static BigDecimal parse(String text, int precision) {
        return MicrosText.parseNanos(text, precision);
    }

    /** As {@link MicrosText#format}. */
    public static String format(BigDecimal timestamp, String pattern) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                        Math.floorDiv(toMicros(timestamp), MicrosFunctions.PER_SECOND),
                        (int) Math.floorMod(toMicros(timestamp), MicrosFunctions.PER_SECOND) * 1_000,
                        ZoneOffset.UTC)
                .plusNanos(nanosMore(timestamp));
        return MicrosText.format(time, pattern);
    }

    /** The number of nanoseconds within the second; other fields are the same as without them. */
    public static long nanoOfSecond(BigDecimal timestamp) {
        return Math.floorMod(toMicros(timestamp), MicrosFunctions.PER_SECOND) * 1_000 + nanosMore(timestamp);
    }

    /** The difference as an interval, which has microseconds: one that would lose digits is refused. */
    public static long between(BigDecimal to, BigDecimal from) {
        BigInteger[] micros = to.unscaledValue().subtract(from.unscaledValue()).divideAndRemainder(PER_MICRO);
        if (micros[1].signum() != 0) {
            throw new LakelogException(
                    ErrorCode.UNSUPPORTED,
                    "the difference of the timestamps has digits below a microsecond, which an interval cannot keep; CAST"
                            + " them to TIMESTAMP(6)");
        }
        return micros[0].longValueExact();
    }
}
