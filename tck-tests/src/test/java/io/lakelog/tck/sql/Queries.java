package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Random queries in the language that Lakelog and H2 have in common, and of which their manuals say the same. */
final class Queries {
    private final Expressions values;
    private final Sources sources;
    private final Orders orders;
    private final Dice dice;

    private Queries(Dice dice) {
        this.dice = dice;
        values = new Expressions(dice);
        sources = new Sources(values);
        orders = new Orders(values);
    }

    /**
     * A statement to be run.
     *
     * @param ordered whether its rows come in one order only
     */
    record Query(Fragment text, boolean ordered) {}

    static Query random(long seed) {
        return new Queries(new Dice(seed)).any();
    }

    private Query any() {
        return switch (dice.below(14)) {
            case 0, 1, 2 -> unordered(select(null, dice.below(3)));
            case 3, 4 -> unordered(new Aggregates(values).grouped());
            case 5 -> unordered(new Aggregates(values).groupingSets());
            case 6, 7 -> unordered(new Windows(values).query());
            case 8 -> unordered(new Windows(values).overGroups());
            case 9, 10 -> setOperation();
            case 11 -> unordered(derived());
            case 12 -> dice.oneIn(2) ? unordered(fullJoin()) : unordered(overList());
            default -> ordered();
        };
    }

    private static Query unordered(Fragment text) {
        return new Query(text, false);
    }

    private Kind[] kinds() {
        Kind[] kinds = new Kind[1 + dice.below(3)];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = dice.pick(Kind.VALUES);
        }
        return kinds;
    }

    private Fragment columns(Kind[] kinds, Scope scope) {
        List<Fragment> columns = new ArrayList<>();
        for (int i = 0; i < kinds.length; i++) {
            columns.add(Fragment.text(values.value(kinds[i], scope, 2), " AS c" + i));
        }
        return Fragment.list(", ", columns);
    }

    /** @param wanted its columns; null: any */
    private Fragment select(Kind @Nullable [] wanted, int joins) {
        Sources.Source source = sources.tables(joins);
        Kind[] kinds = wanted == null ? kinds() : wanted;
        return Fragment.of(
                Kind.QUERY,
                "SELECT ",
                dice.oneIn(4) ? Fragment.optional("DISTINCT ") : Fragment.text(),
                columns(kinds, source.scope()),
                " FROM ",
                source.from(),
                where(source.scope(), 3));
    }

    private Fragment where(Scope scope, int depth) {
        return dice.oneIn(3) ? Fragment.text() : Fragment.optional(" WHERE ", values.value(Kind.BOOLEAN, scope, depth));
    }

    private Fragment overList() {
        Sources.Source source = sources.list();
        return Fragment.of(
                Kind.QUERY,
                "SELECT ",
                columns(kinds(), source.scope()),
                " FROM ",
                source.from(),
                where(source.scope(), 2));
    }

    private Query setOperation() {
        Kind[] kinds = kinds();
        Fragment made = combined(select(kinds, dice.below(2)), select(kinds, dice.below(2)), kinds.length);
        if (dice.oneIn(4)) {
            made = combined(made, select(kinds, 0), kinds.length);
        }
        if (dice.oneIn(2)) {
            return unordered(made);
        }
        return new Query(Fragment.text(made, " ORDER BY ", orders.ordinals(kinds.length), orders.limit()), true);
    }

    private Fragment combined(Fragment left, Fragment right, int columns) {
        String name = dice.pick("UNION", "UNION ALL", "INTERSECT", "EXCEPT", "INTERSECT ALL", "EXCEPT ALL");
        if (!name.endsWith("T ALL")) {
            return Fragment.of(Kind.QUERY, "(", left, ") " + name + " (", right, ")");
        }
        // H2 has no such operation: rows that are numbered among their equals are all different.
        List<String> names = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            names.add("c" + i);
        }
        String list = String.join(", ", names);
        String numbered = "SELECT " + list + ", ROW_NUMBER() OVER (PARTITION BY " + list + ") AS n FROM (";
        return Fragment.of(
                Kind.QUERY,
                Fragment.either(
                        null,
                        Fragment.text("(", left, ") " + name + " (", right, ")"),
                        Fragment.text(
                                "SELECT " + list + " FROM (" + numbered,
                                left,
                                ") m1 " + name.replace(" ALL", " ") + numbered,
                                right,
                                ") m2) m")));
    }

    /** A query over a query. */
    private Fragment derived() {
        Kind[] kinds = kinds();
        Fragment inner = select(kinds, dice.below(3));
        Scope scope = new Scope();
        for (int i = 0; i < kinds.length; i++) {
            scope.add("v.c" + i, kinds[i]);
        }
        return switch (dice.below(4)) {
            case 0 -> Fragment.of(Kind.QUERY, "SELECT * FROM (", inner, ") v", where(scope, 2));
            case 1 ->
                Fragment.of(
                        Kind.QUERY,
                        "WITH v AS (",
                        inner,
                        ") SELECT v.c0, COUNT(*) AS n FROM v",
                        where(scope, 2),
                        " GROUP BY v.c0");
            case 2 ->
                Fragment.of(
                        Kind.QUERY,
                        "WITH v AS (",
                        inner,
                        ") SELECT ",
                        columns(kinds(), scope),
                        " FROM v LEFT JOIN v w ON v.c0 = w.c0",
                        where(scope, 2));
            default ->
                Fragment.of(
                        Kind.QUERY,
                        "SELECT v.c0, y.id FROM (",
                        inner,
                        ") v RIGHT JOIN t1 y ON ",
                        values.value(Kind.BOOLEAN, scope, 1),
                        where(scope, 2));
        };
    }

    /** FULL JOIN; for H2, which has none, a LEFT JOIN and those rows of the right side that meet none. */
    private Fragment fullJoin() {
        Table left = Table.any(dice);
        Table right = Table.any(dice);
        Scope l = new Scope();
        l.add(left, "x");
        Scope r = new Scope();
        r.add(right, "y");
        Scope scope = new Scope();
        scope.addAll(l);
        scope.addAll(r);
        Kind kind = dice.pick(Kind.INT, Kind.TEXT);
        Fragment on = Fragment.text(
                l.column(kind, dice),
                " = ",
                r.column(kind, dice),
                dice.oneIn(2) ? Fragment.optional(" AND ", values.value(Kind.BOOLEAN, scope, 1)) : Fragment.text());
        Fragment columns = columns(kinds(), scope);
        Fragment condition =
                dice.oneIn(2) ? Fragment.text() : Fragment.optional(" AND ", values.value(Kind.BOOLEAN, scope, 2));
        String from = " FROM " + left.name() + " x ";
        return Fragment.of(
                Kind.QUERY,
                Fragment.either(
                        null,
                        Fragment.text(
                                "SELECT ",
                                columns,
                                from + "FULL JOIN " + right.name() + " y ON ",
                                on,
                                " WHERE TRUE",
                                condition),
                        Fragment.text(
                                "SELECT ",
                                columns,
                                from + "LEFT JOIN " + right.name() + " y ON ",
                                on,
                                " WHERE TRUE",
                                condition,
                                " UNION ALL SELECT ",
                                columns,
                                from + "RIGHT JOIN " + right.name() + " y ON FALSE WHERE NOT EXISTS (SELECT 1" + from
                                        + "WHERE ",
                                on,
                                ")",
                                condition)));
    }

    /** Rows in one order, and a part of them. */
    private Query ordered() {
        Sources.Source source = sources.tables(dice.below(3));
        return new Query(
                Fragment.text(
                        "SELECT ",
                        columns(kinds(), source.scope()),
                        " FROM ",
                        source.from(),
                        where(source.scope(), 2),
                        " ORDER BY ",
                        orders.total(source.scope()),
                        orders.limit()),
                true);
    }
}
