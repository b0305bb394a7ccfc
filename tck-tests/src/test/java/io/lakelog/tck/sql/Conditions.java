package io.lakelog.tck.sql;

/** Random conditions without sub-queries. */
final class Conditions {
    private final Expressions values;
    private final Dice dice;

    Conditions(Expressions values) {
        this.values = values;
        dice = values.dice;
    }

    Fragment condition(Scope scope, int depth) {
        Kind kind = dice.pick(Kind.ORDERED);
        Fragment a = values.value(kind, scope, depth);
        String not = dice.pick("", "NOT ");
        return switch (dice.below(13)) {
            case 0, 1, 2 -> of("(", a, comparison(), values.value(kind, scope, depth), ")");
            case 3 -> connected(" AND ", scope, depth);
            case 4 -> connected(" OR ", scope, depth);
            case 5 -> of("(NOT ", values.value(Kind.BOOLEAN, scope, depth), ")");
            case 6 -> of("(", a, " IS " + not + "NULL)");
            case 7 -> list(kind, a, not, scope);
            case 8 ->
                of(
                        "(",
                        a,
                        " " + not + "BETWEEN " + dice.pick("", "", "SYMMETRIC "),
                        values.value(kind, scope, depth),
                        " AND ",
                        values.value(kind, scope, depth),
                        ")");
            case 9 -> like(scope, depth, not);
            case 10 -> of("(", a, " IS " + not + "DISTINCT FROM ", values.value(kind, scope, depth), ")");
            case 11 ->
                of(
                        "(",
                        values.value(Kind.BOOLEAN, scope, depth),
                        " IS " + not + dice.pick("TRUE", "FALSE", "UNKNOWN") + ")");
            default -> untyped(kind, scope);
        };
    }

    private Fragment connected(String by, Scope scope, int depth) {
        Fragment first = values.value(Kind.BOOLEAN, scope, depth);
        return of("(", first, by, values.value(Kind.BOOLEAN, scope, depth), ")");
    }

    private String comparison() {
        return dice.pick(" = ", " = ", " <> ", " < ", " <= ", " > ", " >= ");
    }

    private Fragment list(Kind kind, Fragment a, String not, Scope scope) {
        if (dice.oneIn(5)) {
            return rows(kind, a, not, scope);
        }
        return of(
                "(",
                a,
                " " + not + "IN (",
                values.value(kind, scope, 0),
                Fragment.optional(", ", values.value(kind, scope, 0)),
                Fragment.optional(", ", values.literal(kind)),
                "))");
    }

    /** A row in a list; for H2, which knows no row that is different though it has a NULL, column by column. */
    private Fragment rows(Kind kind, Fragment a, String not, Scope scope) {
        Fragment b = values.value(Kind.INT, scope, 0);
        Fragment first = values.literal(kind);
        Fragment second = values.value(Kind.INT, scope, 0);
        Fragment third = values.value(kind, scope, 0);
        Fragment fourth = values.literal(Kind.INT);
        return Fragment.either(
                Kind.BOOLEAN,
                Fragment.text(
                        "((",
                        a,
                        ", ",
                        b,
                        ") " + not + "IN ((",
                        first,
                        ", ",
                        second,
                        "), (",
                        third,
                        ", ",
                        fourth,
                        ")))"),
                Fragment.text(
                        "(" + not + "((",
                        a,
                        " = ",
                        first,
                        " AND ",
                        b,
                        " = ",
                        second,
                        ") OR (",
                        a,
                        " = ",
                        third,
                        " AND ",
                        b,
                        " = ",
                        fourth,
                        ")))"));
    }

    private Fragment like(Scope scope, int depth, String not) {
        String pattern = dice.pick(
                "'a%'",
                "'%b'", "'_b%'", "'%'", "''", "'%z%'", "'a_'", "'%!%' ESCAPE '!'", "'x#_%' ESCAPE '#'", "'%\u00e9%'");
        return of("(", values.value(Kind.TEXT, scope, depth), " " + not + "LIKE " + pattern + ")");
    }

    /** A parameter whose type follows from the column next to it. */
    private Fragment untyped(Kind kind, Scope scope) {
        Fragment column = values.key(kind, scope);
        Kind is = kind == column.kind() ? kind : Kind.INT;
        return switch (dice.below(3)) {
            case 0 -> of("(", column, " BETWEEN ", values.untyped(is), " AND ", values.untyped(is), ")");
            case 1 -> of("(", column, " IN (", values.untyped(is), ", ", values.untyped(is), "))");
            default -> of("(", column, comparison(), values.untyped(is), ")");
        };
    }

    private static Fragment of(Object... parts) {
        return Fragment.of(Kind.BOOLEAN, parts);
    }
}
