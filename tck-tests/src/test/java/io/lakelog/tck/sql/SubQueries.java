package io.lakelog.tck.sql;

/** Random values and conditions that ask a query of their own; half of the time one about the row that they stand in. */
final class SubQueries {
    private final Expressions values;
    private final Dice dice;

    SubQueries(Expressions values) {
        this.values = values;
        dice = values.dice;
    }

    /** A table, the condition on it, and what can be named within. */
    private record Source(Fragment from, Scope inner, String alias) {}

    private Source source(Scope outer) {
        Table table = Table.any(dice);
        String alias = values.alias("q");
        Scope inner = new Scope();
        inner.add(table, alias);
        Scope both = new Scope();
        both.addAll(inner);
        if (dice.oneIn(2)) {
            both.addAll(outer);
        }
        Fragment where = dice.oneIn(4)
                ? Fragment.text()
                : Fragment.optional(" WHERE ", values.value(Kind.BOOLEAN, both, 1 + dice.below(2)));
        return new Source(Fragment.text(" FROM " + table.name() + " " + alias, where), inner, alias);
    }

    Fragment value(Kind kind, Scope outer) {
        Source source = source(outer);
        if (kind == Kind.INT && dice.oneIn(3)) {
            return Fragment.of(kind, "(SELECT CAST(COUNT(*) AS INT)", source.from, ")");
        }
        if (dice.oneIn(4)) {
            return Fragment.of(
                    kind,
                    "(SELECT ",
                    values.value(kind, source.inner, 1),
                    source.from,
                    " ORDER BY " + source.alias + ".id" + dice.pick("", " DESC") + " FETCH FIRST 1 ROWS ONLY)");
        }
        return Fragment.of(
                kind,
                "(SELECT " + dice.pick("MAX(", "MIN("),
                values.value(kind, source.inner, 1),
                ")",
                source.from,
                ")");
    }

    Fragment condition(Scope outer) {
        Source source = source(outer);
        Kind kind = dice.pick(Kind.INT, Kind.INT, Kind.TEXT, Kind.DECIMAL, Kind.DATE);
        String not = dice.pick("", "NOT ");
        Fragment a = values.value(kind, outer, 1);
        Fragment one = values.value(kind, source.inner, 1);
        return switch (dice.below(6)) {
            case 0 -> of("(" + not + "EXISTS (SELECT ", values.value(Kind.INT, source.inner, 1), source.from, "))");
            case 1, 2 -> of("(", a, " " + not + "IN (SELECT ", one, source.from, "))");
            case 3 ->
                of(
                        "(",
                        a,
                        dice.pick(" = ", " < ", " >= ", " <> ") + dice.pick("ANY", "ALL", "SOME") + " (SELECT ",
                        one,
                        source.from,
                        "))");
            case 4 -> rowIn(not, a, values.value(Kind.INT, outer, 0), source, one);
            default ->
                of(
                        "(",
                        values.value(Kind.INT, outer, 1),
                        dice.pick(" = ", " < ", " > ") + "(SELECT COUNT(*)",
                        source.from,
                        "))");
        };
    }

    /**
     * Whether a row is among others. For H2, to which a row with a NULL is neither equal to another nor different, in the words of
     * the standard: if all columns are equal, if it is not known, else.
     */
    private Fragment rowIn(String not, Fragment a, Fragment b, Source source, Fragment one) {
        Fragment other = values.value(Kind.INT, source.inner, 0);
        Fragment rows = Fragment.text("(SELECT ", one, " AS c0, ", other, " AS c1", source.from, ")");
        Fragment equal = Fragment.text("(", a, " = r.c0 AND ", b, " = r.c1)");
        return Fragment.either(
                Kind.BOOLEAN,
                Fragment.text("((", a, ", ", b, ") " + not + "IN ", rows, ")"),
                Fragment.text(
                        "(" + not + "CASE WHEN EXISTS (SELECT 1 FROM ",
                        rows,
                        " r WHERE ",
                        equal,
                        ") THEN TRUE WHEN EXISTS (SELECT 1 FROM ",
                        rows,
                        " r WHERE ",
                        equal,
                        " IS UNKNOWN) THEN NULL ELSE FALSE END)"));
    }

    private static Fragment of(Object... parts) {
        return Fragment.of(Kind.BOOLEAN, parts);
    }
}
