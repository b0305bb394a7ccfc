package io.lakelog.tck.sql;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;

/** Values as statements have them. They meet often, so that conditions hold now and then. */
final class Literals {
    private Literals() {}

    static String literal(Kind kind, Dice dice) {
        return switch (kind) {
            case TEXT -> "'" + text(dice) + "'";
            case TIMESTAMP -> "TIMESTAMP '" + timestamp(dice) + "'";
            case DATE -> "DATE '" + date(dice) + "'";
            case BIGINT -> "CAST(" + number(dice) + " AS BIGINT)";
            // Quarters, whose sums are the same in any order.
            case DOUBLE -> "CAST(" + number(dice) + "." + dice.pick("0", "25", "5", "75") + " AS DOUBLE)";
            case DECIMAL -> number(dice) + "." + dice.below(10) + dice.below(10);
            case BOOLEAN -> dice.pick("TRUE", "FALSE");
            default -> String.valueOf(number(dice));
        };
    }

    static Object parameter(Kind kind, Dice dice) {
        return switch (kind) {
            case TEXT -> text(dice);
            case TIMESTAMP -> Timestamp.valueOf(timestamp(dice));
            case DATE -> Date.valueOf(date(dice));
            case BIGINT -> (long) number(dice);
            case DOUBLE -> number(dice) / 4.0;
            case DECIMAL -> new BigDecimal(number(dice) + ".5");
            case BOOLEAN -> dice.oneIn(2);
            default -> number(dice);
        };
    }

    private static int number(Dice dice) {
        return dice.below(20) - 6;
    }

    /**
     * Without characters beyond U+FFFF: H2 orders texts by UTF-16 unit, Lakelog by code point. Without backslashes, which LIKE of H2
     * takes for an escape.
     */
    private static String text(Dice dice) {
        return dice.pick("", "a", "b", "ab", "Abc", "zz", "a%", "x_y", "é", "10", " a ");
    }

    private static String date(Dice dice) {
        return "20" + (10 + dice.below(20)) + "-" + dice.pick("01", "02", "03", "12") + "-"
                + dice.pick("01", "15", "28", "31").replace("31", dice.oneIn(2) ? "10" : "27");
    }

    private static String timestamp(Dice dice) {
        return date(dice) + " 0" + dice.below(10) + ":3" + dice.below(10) + ":" + dice.pick("00", "00.125", "59.999");
    }
}
