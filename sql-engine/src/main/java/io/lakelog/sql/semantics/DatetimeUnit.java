package io.lakelog.sql.semantics;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.jspecify.annotations.Nullable;

/** The fields of EXTRACT and the units of FLOOR, CEIL, TIMESTAMPADD and TIMESTAMPDIFF. Functions take the ordinal. */
enum DatetimeUnit {
    MILLENNIUM(0, 12_000),
    CENTURY(0, 1_200),
    DECADE(0, 120),
    YEAR(0, 12),
    ISOYEAR(0, 0),
    QUARTER(0, 3),
    MONTH(0, 1),
    WEEK(7 * MicrosFunctions.PER_DAY, 0),
    DAY(MicrosFunctions.PER_DAY, 0),
    DOY(0, 0),
    DOW(0, 0),
    ISODOW(0, 0),
    EPOCH(0, 0),
    HOUR(3_600 * MicrosFunctions.PER_SECOND, 0),
    MINUTE(60 * MicrosFunctions.PER_SECOND, 0),
    SECOND(MicrosFunctions.PER_SECOND, 0),
    MILLISECOND(1_000, 0),
    MICROSECOND(1, 0),
    NANOSECOND(0, 0);

    private static final DatetimeUnit[] VALUES = values();

    /** Microseconds of a unit of fixed length, else 0. */
    final long micros;

    /** Months of a unit that is a number of months, else 0. */
    final int months;

    DatetimeUnit(long micros, int months) {
        this.micros = micros;
        this.months = months;
    }

    static DatetimeUnit of(int ordinal) {
        return VALUES[ordinal];
    }

    /** The unit that Calcite calls {@code unit}, or null. */
    static @Nullable DatetimeUnit of(TimeUnit unit) {
        for (DatetimeUnit value : VALUES) {
            if (value.name().equals(unit.name())) {
                return value;
            }
        }
        return null;
    }

    /** The unit that a literal of Calcite's names: a time unit, or a range of one unit; null for others. */
    static @Nullable DatetimeUnit ofSymbol(@Nullable Object symbol) {
        if (symbol instanceof TimeUnit unit) {
            return of(unit);
        }
        return symbol instanceof TimeUnitRange range && range.endUnit == null ? of(range.startUnit) : null;
    }
}
