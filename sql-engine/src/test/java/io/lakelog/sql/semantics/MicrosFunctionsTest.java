package io.lakelog.sql.semantics;

import static io.lakelog.sql.semantics.MemoryEngine.dateTime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalUnit;
import java.util.TimeZone;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Against java.time, over all timestamps of the years 1 to 9999. */
class MicrosFunctionsTest {
    private static final LocalDateTime FIRST = LocalDateTime.of(1, 1, 1, 0, 0);
    private static final LocalDateTime LAST = LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000);

    @Provide
    Arbitrary<Long> timestamps() {
        Arbitrary<Long> any = Arbitraries.longs().between(MicrosFunctions.MIN, MicrosFunctions.MAX);
        Arbitrary<Long> nearDays = Arbitraries.integers()
                .between(MicrosFunctions.MIN_DATE + 1, MicrosFunctions.MAX_DATE)
                .flatMap(day ->
                        Arbitraries.longs().between(-2, 2).map(offset -> day * MicrosFunctions.PER_DAY + offset));
        return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(3, any), net.jqwik.api.Tuple.of(2, nearDays));
    }

    private static long micros(LocalDateTime time) {
        return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000L + time.getNano() / 1_000;
    }

    @Example
    void boundsAreTheYears1To9999() {
        assertThat(MicrosFunctions.MIN).isEqualTo(micros(FIRST));
        assertThat(MicrosFunctions.MAX).isEqualTo(micros(LAST));
    }

    @Property
    void civilDatesAreThoseOfJava(@ForAll @IntRange(min = -800_000, max = 3_000_000) int day) {
        LocalDate date = LocalDate.ofEpochDay(day);
        long split = CivilDate.split(day);
        assertThat(LocalDate.of(CivilDate.year(split), CivilDate.month(split), CivilDate.day(split)))
                .isEqualTo(date);
        assertThat(CivilDate.epochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
                .isEqualTo(day);
        assertThat(CivilDate.lengthOfMonth(date.getYear(), date.getMonthValue()))
                .isEqualTo(date.lengthOfMonth());
        assertThat(CivilDate.isoDayOfWeek(day)).isEqualTo(date.getDayOfWeek().getValue());
    }

    @Property
    void addsIntervals(
            @ForAll("timestamps") long timestamp, @ForAll @LongRange(min = -(1L << 58), max = 1L << 58) long interval) {
        LocalDateTime expected = dateTime(timestamp).plus(interval, ChronoUnit.MICROS);
        if (expected.isBefore(FIRST) || expected.isAfter(LAST)) {
            assertOverflow(() -> MicrosFunctions.plus(timestamp, interval));
            assertOverflow(() -> MicrosFunctions.minus(timestamp, -interval));
        } else {
            assertThat(MicrosFunctions.plus(timestamp, interval)).isEqualTo(micros(expected));
            assertThat(MicrosFunctions.minus(timestamp, -interval)).isEqualTo(micros(expected));
        }
    }

    @Example
    void hugeIntervalsOverflow() {
        for (long interval : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE}) {
            for (long timestamp : new long[] {MicrosFunctions.MIN, -1, 0, 1, MicrosFunctions.MAX}) {
                assertOverflow(() -> MicrosFunctions.plus(timestamp, interval));
                assertOverflow(() -> MicrosFunctions.minus(timestamp, interval));
                assertOverflow(() -> MicrosFunctions.plusMonths(timestamp, interval));
                assertOverflow(() -> MicrosFunctions.plusUnits(timestamp, interval, DatetimeUnit.DAY.ordinal()));
                assertOverflow(() -> MicrosFunctions.plusUnits(timestamp, interval, DatetimeUnit.YEAR.ordinal()));
            }
        }
    }

    @Property
    void addsMonths(@ForAll("timestamps") long timestamp, @ForAll @IntRange(min = -130_000, max = 130_000) int months) {
        LocalDateTime expected = dateTime(timestamp).plusMonths(months);
        if (expected.isBefore(FIRST) || expected.isAfter(LAST)) {
            assertOverflow(() -> MicrosFunctions.plusMonths(timestamp, months));
        } else {
            assertThat(MicrosFunctions.plusMonths(timestamp, months)).isEqualTo(micros(expected));
            assertThat(MicrosFunctions.datePlusMonths(MicrosFunctions.toDate(timestamp), months))
                    .isEqualTo((int) expected.toLocalDate().toEpochDay());
        }
    }

    @Property
    void addsUnits(
            @ForAll("timestamps") long timestamp,
            @ForAll @LongRange(min = -100_000, max = 100_000) long count,
            @ForAll DatetimeUnit unit) {
        TemporalUnit java = javaUnit(unit);
        if (java == null) {
            return;
        }
        LocalDateTime expected = dateTime(timestamp).plus(count, java);
        if (expected.isBefore(FIRST) || expected.isAfter(LAST)) {
            assertOverflow(() -> MicrosFunctions.plusUnits(timestamp, count, unit.ordinal()));
        } else {
            assertThat(MicrosFunctions.plusUnits(timestamp, count, unit.ordinal()))
                    .isEqualTo(micros(expected));
        }
    }

    @Property
    void countsUnitsBetween(@ForAll("timestamps") long from, @ForAll("timestamps") long to, @ForAll DatetimeUnit unit) {
        TemporalUnit java = javaUnit(unit);
        if (java != null) {
            assertThat(MicrosFunctions.difference(to, from, unit.ordinal()))
                    .isEqualTo(java.between(dateTime(from), dateTime(to)));
        }
    }

    private static @org.jspecify.annotations.Nullable TemporalUnit javaUnit(DatetimeUnit unit) {
        return switch (unit) {
            case MILLENNIUM -> ChronoUnit.MILLENNIA;
            case CENTURY -> ChronoUnit.CENTURIES;
            case DECADE -> ChronoUnit.DECADES;
            case YEAR -> ChronoUnit.YEARS;
            case QUARTER -> IsoFields.QUARTER_YEARS;
            case MONTH -> ChronoUnit.MONTHS;
            case WEEK -> ChronoUnit.WEEKS;
            case DAY -> ChronoUnit.DAYS;
            case HOUR -> ChronoUnit.HOURS;
            case MINUTE -> ChronoUnit.MINUTES;
            case SECOND -> ChronoUnit.SECONDS;
            case MILLISECOND -> ChronoUnit.MILLIS;
            case MICROSECOND -> ChronoUnit.MICROS;
            default -> null;
        };
    }

    @Property
    void truncatesTowardsThePast(
            @ForAll("timestamps") long timestamp, @ForAll @IntRange(min = 0, max = 9) int precision) {
        LocalDateTime time = dateTime(timestamp);
        int unit = (int) Math.pow(10, Math.max(0, 9 - precision));
        assertThat(dateTime(MicrosFunctions.truncate(timestamp, precision)))
                .isEqualTo(time.withNano(time.getNano() / unit * unit));
    }

    @Property
    void takesDatesAndTimesApart(@ForAll("timestamps") long timestamp) {
        LocalDateTime time = dateTime(timestamp);
        int date = MicrosFunctions.toDate(timestamp);
        int millis = MicrosFunctions.toTime(timestamp);
        assertThat(LocalDate.ofEpochDay(date)).isEqualTo(time.toLocalDate());
        assertThat(LocalTime.ofNanoOfDay(millis * 1_000_000L))
                .isEqualTo(time.toLocalTime().truncatedTo(ChronoUnit.MILLIS));
        assertThat(MicrosFunctions.fromDate(date) + MicrosFunctions.fromTime(millis))
                .isEqualTo(MicrosFunctions.truncate(timestamp, 3));
        assertThat(MicrosFunctions.fromMillis(MicrosFunctions.toMillis(timestamp)))
                .isEqualTo(MicrosFunctions.truncate(timestamp, 3));
    }

    @Property
    void movesDatesAndTimes(
            @ForAll @IntRange(min = -700_000, max = 2_900_000) int date,
            @ForAll @IntRange(min = 0, max = 86_399_999) int time,
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_000_000_000_000L) long interval) {
        Duration duration = Duration.of(interval, ChronoUnit.MICROS);
        assertThat(LocalDate.ofEpochDay(MicrosFunctions.datePlus(date, interval)))
                .isEqualTo(LocalDate.ofEpochDay(date).plus(Period.ofDays((int) duration.toDays())));
        assertThat(MicrosFunctions.dateMinus(date, -interval)).isEqualTo(MicrosFunctions.datePlus(date, interval));
        Duration millis = Duration.ofMillis(interval / 1_000);
        assertThat(MicrosFunctions.timePlus(time, interval) * 1_000_000L)
                .isEqualTo(LocalTime.ofNanoOfDay(time * 1_000_000L).plus(millis).toNanoOfDay());
        assertThat(MicrosFunctions.timeMinus(time, -interval)).isEqualTo(MicrosFunctions.timePlus(time, interval));
    }

    @Property
    void convertsZones(@ForAll("timestamps") long timestamp, @ForAll("zones") String name) {
        TimeZone zone = TimeZone.getTimeZone(name);
        ZoneId id = ZoneId.of(name);
        LocalDateTime time = dateTime(timestamp);
        LocalDateTime utc = time.atZone(id).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
        if (!utc.isBefore(FIRST) && !utc.isAfter(LAST)) {
            assertThat(dateTime(MicrosFunctions.localToUtc(timestamp, zone))).isEqualTo(utc);
        }
        LocalDateTime local =
                time.atOffset(ZoneOffset.UTC).atZoneSameInstant(id).toLocalDateTime();
        if (!local.isBefore(FIRST) && !local.isAfter(LAST)) {
            assertThat(dateTime(MicrosFunctions.utcToLocal(timestamp, zone))).isEqualTo(local);
        }
    }

    @Provide
    Arbitrary<String> zones() {
        return Arbitraries.of("UTC", "America/Los_Angeles", "Asia/Kolkata", "Europe/Berlin", "Pacific/Apia");
    }

    @Example
    void aGapMovesForwardAndAnOverlapIsTheEarlier() {
        TimeZone berlin = TimeZone.getTimeZone("Europe/Berlin");
        assertThat(dateTime(MicrosFunctions.localToUtc(MemoryEngine.micros("2024-03-31T02:30:00.000001"), berlin)))
                .isEqualTo(LocalDateTime.parse("2024-03-31T01:30:00.000001"));
        assertThat(dateTime(MicrosFunctions.localToUtc(MemoryEngine.micros("2024-10-27T02:30:00"), berlin)))
                .isEqualTo(LocalDateTime.parse("2024-10-27T00:30:00"));
    }

    private static void assertOverflow(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DATETIME_OVERFLOW));
    }
}
