package io.lakelog.sql.semantics;

/**
 * The proleptic Gregorian calendar on plain numbers: days since 1970-01-01 to year, month and day and back, without an
 * object in between. Right for every day of the years 0 to 9999 and well beyond. Pure.
 */
final class CivilDate {
    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_FROM_MARCH_OF_YEAR_0 = 719_468;

    private CivilDate() {}

    /** Year, month and day of a day in one number; take it apart with {@link #year}, {@link #month} and {@link #day}. */
    static long split(long epochDay) {
        long shifted = epochDay + DAYS_FROM_MARCH_OF_YEAR_0;
        long era = Math.floorDiv(shifted, DAYS_PER_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int marchMonth = (5 * dayOfYear + 2) / 153;
        int day = dayOfYear - (153 * marchMonth + 2) / 5 + 1;
        int month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        return (year << 16) | (month << 8) | day;
    }

    static int year(long split) {
        return (int) (split >> 16);
    }

    static int month(long split) {
        return ((int) (split >> 8)) & 0xff;
    }

    static int day(long split) {
        return ((int) split) & 0xff;
    }

    /** Days since 1970-01-01 of a valid date. */
    static long epochDay(int year, int month, int day) {
        long marchYear = month <= 2 ? year - 1L : year;
        long era = Math.floorDiv(marchYear, 400L);
        int yearOfEra = (int) (marchYear - era * 400);
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_ERA + dayOfEra - DAYS_FROM_MARCH_OF_YEAR_0;
    }

    static int lengthOfMonth(int year, int month) {
        return switch (month) {
            case 2 -> isLeap(year) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    static boolean isLeap(int year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    /** 1 for Monday to 7 for Sunday. */
    static int isoDayOfWeek(long epochDay) {
        return (int) Math.floorMod(epochDay + 3, 7L) + 1;
    }

    /** The day on which the ISO week year of {@code epochDay} begins: the Monday of the week with January 4th. */
    static long startOfIsoYear(long epochDay) {
        // The Thursday of a week lies in the year the week belongs to.
        int isoYear = year(split(epochDay - isoDayOfWeek(epochDay) + 4));
        long january4 = epochDay(isoYear, 1, 4);
        return january4 - isoDayOfWeek(january4) + 1;
    }
}
