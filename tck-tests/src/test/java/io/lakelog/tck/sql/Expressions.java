package io.lakelog.tck.sql;

/** Random values over the columns of a scope. No evaluation fails: SQL leaves open which values are computed at all. */
final class Expressions {
    final Dice dice;
    private final Conditions conditions;
    private final SubQueries subQueries;
    private int subQueriesLeft = 2;
    private int aliases;
    private boolean plain;

    Expressions(Dice dice) {
        this.dice = dice;
        conditions = new Conditions(this);
        subQueries = new SubQueries(this);
    }

    /** A name that nothing else has. */
    String alias(String prefix) {
        return prefix + aliases++;
    }

    /** A value that can be named again by the same words: no parameters, no sub-queries, and not only literals. */
    Fragment key(Kind kind, Scope scope) {
        boolean before = plain;
        plain = true;
        Kind there = scope.has(kind) ? kind : Kind.INT;
        Fragment column =
                scope.has(there) ? scope.column(there, dice) : Fragment.of(there, Literals.literal(there, dice));
        Fragment key =
                switch (dice.below(4)) {
                    case 0 -> Fragment.of(there, "COALESCE(", column, ", ", literal(there), ")");
                    case 1 ->
                        there == Kind.INT
                                ? Fragment.of(there, "(", column, " + ", value(there, scope, 0), ")")
                                : column;
                    default -> column;
                };
        plain = before;
        return key;
    }

    Fragment value(Kind kind, Scope scope, int depth) {
        if (depth <= 0 || dice.oneIn(4)) {
            return scope.has(kind) && !dice.oneIn(5) ? scope.column(kind, dice) : literal(kind);
        }
        if (dice.oneIn(8)) {
            return choice(kind, scope, depth - 1);
        }
        if (!plain && subQueriesLeft > 0 && kind != Kind.BOOLEAN && dice.oneIn(25)) {
            return subQuery(kind, scope);
        }
        return switch (kind) {
            case INT -> integer(scope, depth - 1);
            case BIGINT ->
                dice.oneIn(2)
                        ? Fragment.of(
                                kind,
                                "(",
                                value(kind, scope, depth - 1),
                                dice.pick(" + ", " - "),
                                value(Kind.INT, scope, depth - 1),
                                ")")
                        : Fragment.of(kind, "CAST(", value(Kind.INT, scope, depth - 1), " AS BIGINT)");
            case TEXT -> text(scope, depth - 1);
            case DECIMAL -> decimal(scope, depth - 1);
            case DOUBLE -> real(scope, depth - 1);
            case BOOLEAN ->
                dice.oneIn(8) && subQueriesLeft > 0 && !plain
                        ? subQuery(kind, scope)
                        : conditions.condition(scope, depth - 1);
            case TIMESTAMP -> timestamp(scope, depth - 1);
            case DATE -> date(scope, depth - 1);
            case QUERY -> throw new IllegalArgumentException("a query is no value");
        };
    }

    private Fragment subQuery(Kind kind, Scope scope) {
        subQueriesLeft--;
        Fragment made = kind == Kind.BOOLEAN ? subQueries.condition(scope) : subQueries.value(kind, scope);
        subQueriesLeft++;
        return made;
    }

    Fragment literal(Kind kind) {
        if (dice.oneIn(14)) {
            return Fragment.of(kind, "CAST(NULL AS " + kind.sql + ")");
        }
        if (!plain && dice.oneIn(10)) {
            return Fragment.of(
                    kind, "CAST(", Fragment.parameter(kind, Literals.parameter(kind, dice)), " AS " + kind.sql + ")");
        }
        return Fragment.of(kind, Literals.literal(kind, dice));
    }

    /** What may stand where a value of {@code kind} is expected anyway. */
    Fragment untyped(Kind kind) {
        return plain ? literal(kind) : Fragment.parameter(kind, Literals.parameter(kind, dice));
    }

    private Fragment choice(Kind kind, Scope scope, int depth) {
        Fragment first = value(kind, scope, depth);
        Fragment second = value(kind, scope, depth);
        return switch (dice.below(5)) {
            case 0 ->
                Fragment.of(
                        kind, "COALESCE(", first, ", ", second, Fragment.optional(", ", value(kind, scope, 0)), ")");
            case 1 -> Fragment.of(kind, "NULLIF(", first, ", ", second, ")");
            case 2 ->
                Fragment.of(
                        kind,
                        "CASE ",
                        value(Kind.INT, scope, depth),
                        " WHEN ",
                        literal(Kind.INT),
                        " THEN ",
                        first,
                        Fragment.optional(" WHEN ", literal(Kind.INT), " THEN ", second),
                        Fragment.optional(" ELSE ", value(kind, scope, 0)),
                        " END");
            default ->
                Fragment.of(
                        kind,
                        "CASE WHEN ",
                        value(Kind.BOOLEAN, scope, depth),
                        " THEN ",
                        first,
                        Fragment.optional(" WHEN ", value(Kind.BOOLEAN, scope, depth), " THEN ", second),
                        Fragment.optional(" ELSE ", value(kind, scope, depth)),
                        " END");
        };
    }

    private Fragment integer(Scope scope, int depth) {
        Fragment a = value(Kind.INT, scope, depth);
        Kind day = dice.pick(Kind.DATE, Kind.TIMESTAMP);
        return switch (dice.below(12)) {
            case 0, 1 -> Fragment.of(Kind.INT, "(", a, dice.pick(" + ", " - "), value(Kind.INT, scope, depth), ")");
            case 2 -> Fragment.of(Kind.INT, "(", a, " * " + (dice.below(5) - 2) + ")");
            case 3 -> Fragment.of(Kind.INT, dice.pick("ABS(", "SIGN(", "- ("), a, ")");
            case 4 -> Fragment.of(Kind.INT, "CHAR_LENGTH(", value(Kind.TEXT, scope, depth), ")");
            case 5 -> Fragment.of(Kind.INT, "MOD(", a, ", " + (2 + dice.below(5)) + ")");
            case 6 -> Fragment.of(Kind.INT, "(", a, " / " + dice.pick("2", "3", "-4") + ")");
            case 7 -> divided(a, scope);
            case 8 ->
                Fragment.of(
                        Kind.INT,
                        "EXTRACT(" + dice.pick("YEAR", "MONTH", "DAY", "QUARTER", "DOY") + " FROM ",
                        value(day, scope, depth),
                        ")");
            case 9 -> Fragment.of(Kind.INT, "CAST(", value(Kind.DECIMAL, scope, depth), " AS INT)");
            case 10 ->
                Fragment.of(
                        Kind.INT,
                        "CAST(TIMESTAMPDIFF(DAY, ",
                        value(Kind.DATE, scope, depth),
                        ", ",
                        value(Kind.DATE, scope, depth),
                        ") AS INT)");
            default ->
                Fragment.of(
                        Kind.INT,
                        "POSITION(",
                        value(Kind.TEXT, scope, depth),
                        " IN ",
                        value(Kind.TEXT, scope, depth),
                        ")");
        };
    }

    /** Only where there is something to divide by. */
    private Fragment divided(Fragment a, Scope scope) {
        Fragment by = key(Kind.INT, scope);
        return dice.oneIn(2)
                ? Fragment.of(Kind.INT, "(", a, " / NULLIF(", by, ", 0))")
                : Fragment.of(Kind.INT, "CASE WHEN ", by, " <> 0 THEN MOD(", a, ", ", by, ") END");
    }

    private Fragment text(Scope scope, int depth) {
        Fragment s = value(Kind.TEXT, scope, depth);
        return switch (dice.below(11)) {
            case 0 -> Fragment.of(Kind.TEXT, "UPPER(", s, ")");
            case 1 -> Fragment.of(Kind.TEXT, "LOWER(", s, ")");
            case 2, 3 -> Fragment.of(Kind.TEXT, "(", s, " || ", value(Kind.TEXT, scope, depth), ")");
            // From 1 on: what is before the first character H2 counts from the end.
            case 4 ->
                Fragment.of(
                        Kind.TEXT,
                        "SUBSTRING(",
                        s,
                        " FROM " + (1 + dice.below(3)),
                        Fragment.optional(" FOR " + dice.below(4)),
                        ")");
            case 5 ->
                Fragment.of(
                        Kind.TEXT,
                        "TRIM(" + dice.pick("", "LEADING 'a' FROM ", "TRAILING 'b' FROM ", "BOTH FROM "),
                        s,
                        ")");
            case 6 -> Fragment.of(Kind.TEXT, "CAST(", value(Kind.INT, scope, depth), " AS VARCHAR(20))");
            case 7 ->
                Fragment.of(
                        Kind.TEXT,
                        "CAST(",
                        value(dice.pick(Kind.DATE, Kind.BOOLEAN), scope, depth),
                        " AS VARCHAR(20))");
            case 8 -> Fragment.of(Kind.TEXT, dice.pick("LPAD(", "RPAD("), s, ", " + (1 + dice.below(4)) + ", 'x')");
            case 9 -> Fragment.of(Kind.TEXT, "CAST(", s, " AS VARCHAR(" + (1 + dice.below(3)) + "))");
            default -> Fragment.of(Kind.TEXT, "REPLACE(", s, ", 'a', '" + dice.pick("q", "", "aa") + "')");
        };
    }

    /** Quotients only as DOUBLE: how many digits a decimal one has is each database's own. */
    private Fragment decimal(Scope scope, int depth) {
        Fragment d = value(Kind.DECIMAL, scope, depth);
        return switch (dice.below(8)) {
            case 0 ->
                Fragment.of(Kind.DECIMAL, "(", d, dice.pick(" + ", " - "), value(Kind.DECIMAL, scope, depth), ")");
            case 1 ->
                Fragment.of(Kind.DECIMAL, "(", d, dice.pick(" + ", " - ", " * "), value(Kind.INT, scope, depth), ")");
            case 2 -> Fragment.of(Kind.DECIMAL, dice.pick("ABS(", "- (", "FLOOR(", "CEIL("), d, ")");
            case 3 -> Fragment.of(Kind.DECIMAL, "ROUND(", d, ", " + (dice.below(4) - 1) + ")");
            case 4 -> Fragment.of(Kind.DECIMAL, "TRUNCATE(", d, ", " + dice.below(3) + ")");
            case 5 -> Fragment.of(Kind.DECIMAL, "CAST(", d, " AS DECIMAL(14, " + dice.below(3) + "))");
            default -> Fragment.of(Kind.DECIMAL, "CAST(", value(Kind.INT, scope, depth), " AS DECIMAL(12, 2))");
        };
    }

    private Fragment real(Scope scope, int depth) {
        Fragment x = value(Kind.DOUBLE, scope, depth);
        return switch (dice.below(5)) {
            case 0 -> Fragment.of(Kind.DOUBLE, "(", x, dice.pick(" + ", " - "), value(Kind.DOUBLE, scope, depth), ")");
            case 1 -> Fragment.of(Kind.DOUBLE, "(", x, " * ", value(Kind.INT, scope, depth), ")");
            case 2 -> Fragment.of(Kind.DOUBLE, "(", x, " / 4)");
            case 3 -> Fragment.of(Kind.DOUBLE, dice.pick("ABS(", "FLOOR(", "CEIL("), x, ")");
            default -> Fragment.of(Kind.DOUBLE, "CAST(", value(Kind.INT, scope, depth), " AS DOUBLE)");
        };
    }

    private Fragment timestamp(Scope scope, int depth) {
        Fragment ts = value(Kind.TIMESTAMP, scope, depth);
        return switch (dice.below(5)) {
            case 0 -> Fragment.of(Kind.TIMESTAMP, "CAST(", value(Kind.DATE, scope, depth), " AS TIMESTAMP(3))");
            case 1 ->
                Fragment.of(
                        Kind.TIMESTAMP,
                        "TIMESTAMPADD(" + dice.pick("DAY", "HOUR", "MONTH", "YEAR", "SECOND") + ", ",
                        value(Kind.INT, scope, 0),
                        ", ",
                        ts,
                        ")");
            case 2 -> {
                String unit = dice.pick("DAY", "MONTH", "HOUR", "YEAR");
                yield Fragment.either(
                        Kind.TIMESTAMP,
                        Fragment.text("FLOOR(", ts, " TO " + unit + ")"),
                        Fragment.text("DATE_TRUNC(" + unit + ", ", ts, ")"));
            }
            default ->
                Fragment.of(
                        Kind.TIMESTAMP,
                        "(",
                        ts,
                        dice.pick(" + ", " - ") + "INTERVAL '" + (1 + dice.below(5)) + "' "
                                + dice.pick("DAY", "HOUR", "MONTH", "YEAR", "MINUTE") + ")");
        };
    }

    private Fragment date(Scope scope, int depth) {
        return switch (dice.below(4)) {
            case 0 -> Fragment.of(Kind.DATE, "CAST(", value(Kind.TIMESTAMP, scope, depth), " AS DATE)");
            case 1 ->
                Fragment.of(
                        Kind.DATE,
                        "TIMESTAMPADD(" + dice.pick("DAY", "MONTH", "YEAR") + ", ",
                        value(Kind.INT, scope, 0),
                        ", ",
                        value(Kind.DATE, scope, depth),
                        ")");
            default ->
                Fragment.of(
                        Kind.DATE,
                        "(",
                        value(Kind.DATE, scope, depth),
                        dice.pick(" + ", " - ") + "INTERVAL '" + (1 + dice.below(40)) + "' " + dice.pick("DAY", "MONTH")
                                + ")");
        };
    }
}
