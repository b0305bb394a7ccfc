package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Random queries with GROUP BY. */
final class Aggregates {
    private final Expressions values;
    private final Sources sources;
    private final Dice dice;

    Aggregates(Expressions values) {
        this.values = values;
        sources = new Sources(values);
        dice = values.dice;
    }

    /** A call of an aggregate function; {@code filtered} if FILTER may follow. */
    Fragment call(Kind kind, Scope scope, boolean filtered) {
        String distinct = dice.oneIn(5) ? "DISTINCT " : "";
        Fragment call =
                switch (kind) {
                    case BIGINT -> count(scope, distinct);
                    case DECIMAL -> Fragment.of(kind, "SUM(" + distinct, values.value(kind, scope, 1), ")");
                    case DOUBLE -> average(scope);
                    case TEXT -> dice.oneIn(2) && !scope.ids().isEmpty() ? joinedText(scope) : extreme(kind, scope);
                    case BOOLEAN ->
                        Fragment.of(kind, dice.pick("EVERY(", "MIN(", "MAX("), values.value(kind, scope, 1), ")");
                    default -> extreme(kind, scope);
                };
        return filtered && dice.oneIn(5)
                ? Fragment.of(
                        kind, call, Fragment.optional(" FILTER (WHERE ", values.value(Kind.BOOLEAN, scope, 1), ")"))
                : call;
    }

    private Fragment count(Scope scope, String distinct) {
        return switch (dice.below(3)) {
            case 0 -> Fragment.of(Kind.BIGINT, "COUNT(*)");
            case 1 ->
                Fragment.of(Kind.BIGINT, "COUNT(" + distinct, values.value(dice.pick(Kind.VALUES), scope, 1), ")");
            default -> Fragment.of(Kind.BIGINT, "SUM(" + distinct, values.value(Kind.INT, scope, 1), ")");
        };
    }

    private Fragment average(Scope scope) {
        Fragment x = values.value(dice.pick(Kind.NUMBERS), scope, 1);
        return Fragment.of(
                Kind.DOUBLE,
                dice.pick("AVG(", "STDDEV_POP(", "VAR_POP(", "VAR_SAMP(", "SUM(") + "CAST(",
                x,
                " AS DOUBLE))");
    }

    private Fragment extreme(Kind kind, Scope scope) {
        return Fragment.of(kind, dice.pick("MIN(", "MAX("), values.value(kind, scope, 1), ")");
    }

    private Fragment joinedText(Scope scope) {
        return Fragment.of(
                Kind.TEXT,
                "LISTAGG(",
                values.value(Kind.TEXT, scope, 1),
                ", ';') WITHIN GROUP (ORDER BY ",
                new Orders(values).total(scope),
                ")");
    }

    /** SELECT keys, aggregates, and what is computed from both, GROUP BY keys. */
    Fragment grouped() {
        Sources.Source source = dice.oneIn(8) ? sources.list() : sources.tables(dice.below(3));
        List<Fragment> keys = keys(source.scope(), dice.below(3));
        Scope groups = new Scope();
        List<Fragment> columns = new ArrayList<>(keys);
        keys.forEach(key -> groups.add(key.write(Dialect.LAKELOG, new ArrayList<>()), kindOf(key)));
        int calls = 1 + dice.below(3);
        for (int i = 0; i < calls; i++) {
            columns.add(call(dice.pick(Kind.VALUES), source.scope(), true));
        }
        if (!keys.isEmpty() && dice.oneIn(3)) {
            columns.add(values.key(dice.pick(Kind.KEYS), groups));
        }
        Fragment having = dice.oneIn(4)
                ? Fragment.optional(
                        " HAVING ",
                        call(Kind.BIGINT, source.scope(), false),
                        dice.pick(" > ", " = ", " < ") + dice.below(5))
                : Fragment.text();
        return Fragment.of(
                Kind.QUERY,
                "SELECT ",
                Fragment.list(", ", columns),
                " FROM ",
                source.from(),
                where(source.scope()),
                groupBy(keys),
                having);
    }

    /** ROLLUP, CUBE and GROUPING SETS; for H2, which has none, each set by itself. */
    Fragment groupingSets() {
        Sources.Source source = sources.tables(dice.below(2));
        List<Fragment> keys = keys(source.scope(), 1);
        Fragment first = keys.get(0);
        // Keys that are the same would be grouped by or not together.
        Fragment second = values.key(first.kind() == Kind.TEXT ? Kind.INT : Kind.TEXT, source.scope());
        Fragment calls = Fragment.list(
                ", ",
                List.of(
                        call(dice.pick(Kind.VALUES), source.scope(), true),
                        call(dice.pick(Kind.VALUES), source.scope(), true)));
        Fragment rest = Fragment.text(" FROM ", source.from(), where(source.scope()));
        int form = dice.below(4);
        String open =
                List.of("ROLLUP(", "CUBE(", "GROUPING SETS((", "GROUPING SETS(").get(form);
        String close = List.of(")", ")", "), ())", ")").get(form);
        List<List<Boolean>> sets = List.of(
                        List.of(List.of(true, true), List.of(true, false), List.of(false, false)),
                        List.of(List.of(true, true), List.of(true, false), List.of(false, true), List.of(false, false)),
                        List.of(List.of(true, true), List.of(false, false)),
                        List.of(List.of(true, false), List.of(false, true)))
                .get(form);
        Fragment ours = Fragment.text(
                "SELECT ",
                first,
                ", ",
                second,
                ", GROUPING(",
                first,
                "), GROUPING(",
                second,
                "), ",
                calls,
                rest,
                " GROUP BY " + open,
                first,
                ", ",
                second,
                close);
        List<Object> theirs = new ArrayList<>();
        for (List<Boolean> set : sets) {
            theirs.add(theirs.isEmpty() ? "SELECT " : " UNION ALL SELECT ");
            theirs.add(shown(first, set.get(0)));
            theirs.add(", ");
            theirs.add(shown(second, set.get(1)));
            theirs.add((set.get(0) ? ", 0" : ", 1") + (set.get(1) ? ", 0, " : ", 1, "));
            theirs.add(calls);
            theirs.add(rest);
            List<Fragment> grouped = new ArrayList<>();
            if (set.get(0)) {
                grouped.add(first);
            }
            if (set.get(1)) {
                grouped.add(second);
            }
            theirs.add(grouped.isEmpty() ? " GROUP BY ()" : groupBy(grouped));
        }
        return Fragment.of(Kind.QUERY, Fragment.either(null, ours, Fragment.text(theirs.toArray())));
    }

    private static Fragment shown(Fragment key, boolean grouped) {
        return grouped ? key : Fragment.text("CAST(NULL AS " + kindOf(key).sql + ")");
    }

    private List<Fragment> keys(Scope scope, int count) {
        List<Fragment> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(values.key(dice.pick(Kind.KEYS), scope));
        }
        return keys;
    }

    private Fragment where(Scope scope) {
        return dice.oneIn(2) ? Fragment.text() : Fragment.optional(" WHERE ", values.value(Kind.BOOLEAN, scope, 2));
    }

    private static Fragment groupBy(List<Fragment> keys) {
        return keys.isEmpty() ? Fragment.text() : Fragment.text(" GROUP BY ", Fragment.list(", ", keys));
    }

    private static Kind kindOf(Fragment key) {
        return Objects.requireNonNull(key.kind());
    }
}
