package io.lakelog.sql.semantics;

import static io.lakelog.sql.semantics.MemoryEngine.dateTime;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;

/** EXTRACT, FLOOR and CEIL against java.time. */
class MicrosFieldsTest {
    @Provide
    Arbitrary<Long> timestamps() {
        return new MicrosFunctionsTest().timestamps();
    }

    @Provide
    Arbitrary<DatetimeUnit> floors() {
        return Arbitraries.of(DatetimeUnit.class)
                .filter(unit -> unit.months > 0 || unit.micros > 0 || unit == DatetimeUnit.ISOYEAR);
    }

    @Property
    void extracts(@ForAll("timestamps") long timestamp, @ForAll DatetimeUnit unit) {
        LocalDateTime time = dateTime(timestamp);
        int year = time.getYear();
        long expected =
                switch (unit) {
                    case MILLENNIUM -> (long) Math.ceil(year / 1000.0);
                    case CENTURY -> (long) Math.ceil(year / 100.0);
                    case DECADE -> year / 10;
                    case YEAR -> year;
                    case ISOYEAR -> time.get(IsoFields.WEEK_BASED_YEAR);
                    case QUARTER -> time.get(IsoFields.QUARTER_OF_YEAR);
                    case MONTH -> time.getMonthValue();
                    case WEEK -> time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
                    case DAY -> time.getDayOfMonth();
                    case DOY -> time.getDayOfYear();
                    case DOW -> time.getDayOfWeek().getValue() % 7 + 1;
                    case ISODOW -> time.getDayOfWeek().getValue();
                    case EPOCH -> time.toEpochSecond(ZoneOffset.UTC);
                    case HOUR -> time.getHour();
                    case MINUTE -> time.getMinute();
                    case SECOND -> time.getSecond();
                    case MILLISECOND -> time.getSecond() * 1_000L + time.get(ChronoField.MILLI_OF_SECOND);
                    case MICROSECOND -> time.getSecond() * 1_000_000L + time.get(ChronoField.MICRO_OF_SECOND);
                    case NANOSECOND -> time.getSecond() * 1_000_000_000L + time.getNano();
                };
        assertThat(MicrosFields.extract(timestamp, unit.ordinal())).isEqualTo(expected);
    }

    @Property
    void floorsAndCeils(@ForAll("timestamps") long timestamp, @ForAll("floors") DatetimeUnit unit) {
        LocalDateTime time = dateTime(timestamp);
        LocalDateTime floor = floor(time, unit);
        if (floor.getYear() < 1) {
            return;
        }
        assertThat(dateTime(MicrosFields.floor(timestamp, unit.ordinal()))).isEqualTo(floor);
        LocalDateTime ceil = floor.equals(time) ? floor : next(floor, unit);
        if (ceil.getYear() <= 9999) {
            assertThat(dateTime(MicrosFields.ceil(timestamp, unit.ordinal()))).isEqualTo(ceil);
        }
    }

    private static LocalDateTime floor(LocalDateTime time, DatetimeUnit unit) {
        LocalDateTime day = time.truncatedTo(ChronoUnit.DAYS);
        int year = time.getYear();
        return switch (unit) {
            case MILLENNIUM -> day.withDayOfYear(1).withYear((year - 1) / 1000 * 1000 + 1);
            case CENTURY -> day.withDayOfYear(1).withYear((year - 1) / 100 * 100 + 1);
            case DECADE -> day.withDayOfYear(1).withYear(year / 10 * 10);
            case YEAR -> day.withDayOfYear(1);
            case ISOYEAR -> day.with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1).with(ChronoField.DAY_OF_WEEK, 1);
            case QUARTER -> day.withDayOfMonth(1).withMonth((time.getMonthValue() - 1) / 3 * 3 + 1);
            case MONTH -> day.withDayOfMonth(1);
            case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.SUNDAY));
            case DAY -> day;
            case HOUR -> time.truncatedTo(ChronoUnit.HOURS);
            case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES);
            case SECOND -> time.truncatedTo(ChronoUnit.SECONDS);
            case MILLISECOND -> time.truncatedTo(ChronoUnit.MILLIS);
            default -> time;
        };
    }

    private static LocalDateTime next(LocalDateTime floor, DatetimeUnit unit) {
        return switch (unit) {
            case ISOYEAR ->
                floor.plusDays(10)
                        .plusYears(1)
                        .with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1)
                        .with(ChronoField.DAY_OF_WEEK, 1);
            case WEEK -> floor.plusWeeks(1);
            default -> unit.months > 0 ? floor.plusMonths(unit.months) : floor.plus(unit.micros, ChronoUnit.MICROS);
        };
    }

    @Property
    void lastDayIsThatOfTheMonth(@ForAll("timestamps") long timestamp) {
        assertThat(MicrosFields.lastDay(timestamp)).isEqualTo((int) dateTime(timestamp)
                .with(TemporalAdjusters.lastDayOfMonth())
                .toLocalDate()
                .toEpochDay());
    }

    @Property
    void fieldsOfAnIntervalAddUp(@ForAll @LongRange(min = -(1L << 60), max = 1L << 60) long interval) {
        long sum = MicrosFields.extractFromInterval(interval, DatetimeUnit.DAY.ordinal()) * DatetimeUnit.DAY.micros
                + MicrosFields.extractFromInterval(interval, DatetimeUnit.HOUR.ordinal()) * DatetimeUnit.HOUR.micros
                + MicrosFields.extractFromInterval(interval, DatetimeUnit.MINUTE.ordinal()) * DatetimeUnit.MINUTE.micros
                + MicrosFields.extractFromInterval(interval, DatetimeUnit.MICROSECOND.ordinal());
        assertThat(sum).isEqualTo(interval);
    }

    @Example
    void secondsOfANegativeIntervalAreNegative() {
        assertThat(MicrosFields.extractFromInterval(-61_000_001, DatetimeUnit.SECOND.ordinal()))
                .isEqualTo(-1);
        assertThat(MicrosFields.extractFromInterval(-61_000_001, DatetimeUnit.EPOCH.ordinal()))
                .isEqualTo(-61);
    }
}
