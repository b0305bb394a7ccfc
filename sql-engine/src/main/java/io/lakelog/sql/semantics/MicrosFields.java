package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;

/**
 * EXTRACT, FLOOR and CEIL on timestamps and intervals of microseconds, called by generated code. Units are ordinals of
 * {@link DatetimeUnit}. Pure; public for generated classes only.
 */
public final class MicrosFields {
    private static final long PER_DAY = MicrosFunctions.PER_DAY;
    private static final long PER_SECOND = MicrosFunctions.PER_SECOND;
    private static final long PER_MINUTE = 60 * PER_SECOND;
    private static final long PER_HOUR = 60 * PER_MINUTE;

    private MicrosFields() {}

    /**
     * A field of a timestamp. MILLISECOND, MICROSECOND and NANOSECOND include the seconds, as in the SQL dialects that
     * have them; DOW counts from Sunday = 1, ISODOW from Monday = 1; WEEK is that of ISO; EPOCH is whole seconds.
     */
    public static long extract(long timestamp, int unit) {
        return switch (DatetimeUnit.of(unit)) {
            case HOUR -> Math.floorMod(timestamp, PER_DAY) / PER_HOUR;
            case MINUTE -> Math.floorMod(timestamp, PER_HOUR) / PER_MINUTE;
            case SECOND -> Math.floorMod(timestamp, PER_MINUTE) / PER_SECOND;
            case MILLISECOND -> Math.floorMod(timestamp, PER_MINUTE) / 1_000;
            case MICROSECOND -> Math.floorMod(timestamp, PER_MINUTE);
            case NANOSECOND -> Math.floorMod(timestamp, PER_MINUTE) * 1_000;
            case EPOCH -> Math.floorDiv(timestamp, PER_SECOND);
            default -> extractFromDay(Math.floorDiv(timestamp, PER_DAY), DatetimeUnit.of(unit));
        };
    }

    private static long extractFromDay(long day, DatetimeUnit unit) {
        long split = CivilDate.split(day);
        int year = CivilDate.year(split);
        return switch (unit) {
            case MILLENNIUM -> (year + 999) / 1_000;
            case CENTURY -> (year + 99) / 100;
            case DECADE -> year / 10;
            case YEAR -> year;
            case ISOYEAR -> CivilDate.year(CivilDate.split(CivilDate.startOfIsoYear(day) + 3));
            case QUARTER -> (CivilDate.month(split) + 2) / 3;
            case MONTH -> CivilDate.month(split);
            case WEEK -> (day - CivilDate.startOfIsoYear(day)) / 7 + 1;
            case DAY -> CivilDate.day(split);
            case DOY -> day - CivilDate.epochDay(year, 1, 1) + 1;
            case DOW -> CivilDate.isoDayOfWeek(day) % 7 + 1;
            case ISODOW -> CivilDate.isoDayOfWeek(day);
            default -> throw new IllegalArgumentException(unit.name());
        };
    }

    /** A field of a day-time interval, with the interval's sign. */
    public static long extractFromInterval(long interval, int unit) {
        return switch (DatetimeUnit.of(unit)) {
            case DAY -> interval / PER_DAY;
            case HOUR -> interval % PER_DAY / PER_HOUR;
            case MINUTE -> interval % PER_HOUR / PER_MINUTE;
            case SECOND -> interval % PER_MINUTE / PER_SECOND;
            case MILLISECOND -> interval % PER_MINUTE / 1_000;
            case MICROSECOND -> interval % PER_MINUTE;
            case NANOSECOND -> interval % PER_MINUTE * 1_000;
            case EPOCH -> interval / PER_SECOND;
            default ->
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "a day-time interval has no field "
                                + DatetimeUnit.of(unit).name());
        };
    }

    /** The latest beginning of a unit that is not after {@code timestamp}. Weeks begin on Sunday. */
    public static long floor(long timestamp, int unit) {
        DatetimeUnit wanted = DatetimeUnit.of(unit);
        if (wanted.micros > 0 && wanted != DatetimeUnit.WEEK) {
            return timestamp - Math.floorMod(timestamp, wanted.micros);
        }
        return MicrosFunctions.checked(floorDay(Math.floorDiv(timestamp, PER_DAY), wanted) * PER_DAY);
    }

    /** The earliest beginning of a unit that is not before {@code timestamp}. */
    public static long ceil(long timestamp, int unit) {
        DatetimeUnit wanted = DatetimeUnit.of(unit);
        long floor = floor(timestamp, unit);
        if (floor == timestamp) {
            return floor;
        }
        if (wanted.months > 0) {
            return MicrosFunctions.plusMonths(floor, wanted.months);
        }
        // A year by ISO weeks has 52 or 53 of them: the day after its longest length lies in the next one.
        return wanted == DatetimeUnit.ISOYEAR
                ? floor(MicrosFunctions.plus(floor, 371 * PER_DAY), unit)
                : MicrosFunctions.plus(floor, wanted.micros);
    }

    private static long floorDay(long day, DatetimeUnit unit) {
        long split = CivilDate.split(day);
        int year = CivilDate.year(split);
        return switch (unit) {
            case MILLENNIUM -> CivilDate.epochDay((year - 1) / 1_000 * 1_000 + 1, 1, 1);
            case CENTURY -> CivilDate.epochDay((year - 1) / 100 * 100 + 1, 1, 1);
            case DECADE -> CivilDate.epochDay(year / 10 * 10, 1, 1);
            case YEAR -> CivilDate.epochDay(year, 1, 1);
            case ISOYEAR -> CivilDate.startOfIsoYear(day);
            case QUARTER -> CivilDate.epochDay(year, (CivilDate.month(split) - 1) / 3 * 3 + 1, 1);
            case MONTH -> CivilDate.epochDay(year, CivilDate.month(split), 1);
            case WEEK -> day - CivilDate.isoDayOfWeek(day) % 7;
            default -> throw new IllegalArgumentException(unit.name());
        };
    }

    /** The last day of the month. */
    public static int lastDay(long timestamp) {
        long split = CivilDate.split(Math.floorDiv(timestamp, PER_DAY));
        int year = CivilDate.year(split);
        int month = CivilDate.month(split);
        return (int) CivilDate.epochDay(year, month, CivilDate.lengthOfMonth(year, month));
    }
}
