package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;

/** Random queries with functions over windows. */
final class Windows {
    private final Expressions values;
    private final Sources sources;
    private final Aggregates aggregates;
    private final Orders orders;
    private final Dice dice;

    Windows(Expressions values) {
        this.values = values;
        sources = new Sources(values);
        aggregates = new Aggregates(values);
        orders = new Orders(values);
        dice = values.dice;
    }

    Fragment query() {
        Sources.Source source = sources.tables(dice.oneIn(3) ? 1 + dice.below(2) : 0);
        Scope scope = source.scope();
        List<Fragment> columns = new ArrayList<>();
        scope.ids().forEach(id -> columns.add(Fragment.text(id)));
        for (int i = 0; i < 1 + dice.below(2); i++) {
            columns.add(call(scope));
        }
        Fragment where =
                dice.oneIn(2) ? Fragment.text() : Fragment.optional(" WHERE ", values.value(Kind.BOOLEAN, scope, 2));
        Fragment qualify = dice.oneIn(6)
                ? Fragment.optional(" QUALIFY ", call(scope), " <= ", values.literal(Kind.INT))
                : Fragment.text();
        return Fragment.of(
                Kind.QUERY, "SELECT ", Fragment.list(", ", columns), " FROM ", source.from(), where, qualify);
    }

    /** Functions over the groups of a GROUP BY. */
    Fragment overGroups() {
        Sources.Source source = sources.tables(dice.below(2));
        Fragment key = values.key(dice.pick(Kind.KEYS), source.scope());
        Fragment order = Fragment.text(
                " ORDER BY ",
                aggregates.call(Kind.BIGINT, source.scope(), false),
                orders.direction() + ", ",
                key,
                orders.direction());
        Fragment call = dice.oneIn(2)
                ? Fragment.text(dice.pick("RANK()", "ROW_NUMBER()", "LAG(COUNT(*))"), " OVER (", order, ")")
                : Fragment.text("SUM(", aggregates.call(Kind.BIGINT, source.scope(), false), ") OVER (", order, ")");
        return Fragment.of(
                Kind.QUERY, "SELECT ", key, ", COUNT(*), ", call, " FROM ", source.from(), " GROUP BY ", key);
    }

    /** A number, so that QUALIFY may compare it. */
    private Fragment call(Scope scope) {
        Fragment partition = dice.oneIn(3)
                ? Fragment.text()
                : Fragment.optional("PARTITION BY ", values.value(dice.pick(Kind.KEYS), scope, 1), " ");
        Fragment total = Fragment.text("ORDER BY ", orders.total(scope));
        return switch (dice.below(8)) {
            case 0 -> over(dice.pick("ROW_NUMBER()", "NTILE(3)"), partition, total);
            case 1 ->
                over(dice.pick("RANK()", "DENSE_RANK()", "CUME_DIST()", "PERCENT_RANK()"), partition, ties(scope));
            case 2, 3 -> over(aggregate(scope), partition, total, rows());
            case 4 ->
                over(
                        Fragment.text(
                                dice.pick("LAG(", "LEAD("),
                                values.value(Kind.INT, scope, 1),
                                Fragment.optional(
                                        ", " + (1 + dice.below(2)), Fragment.optional(", ", values.literal(Kind.INT))),
                                ")"),
                        partition,
                        total);
            case 5 ->
                dice.oneIn(3)
                        ? over(
                                Fragment.text("NTH_VALUE(", values.value(Kind.INT, scope, 1), ", 2)"),
                                partition,
                                total,
                                rows())
                        : over(
                                Fragment.text(
                                        dice.pick("FIRST_VALUE(", "LAST_VALUE("),
                                        values.value(Kind.INT, scope, 1),
                                        ")"),
                                partition,
                                total,
                                rows());
            case 6 -> over(aggregate(scope), partition, range(scope));
            default -> over(aggregate(scope), partition);
        };
    }

    private Fragment ties(Scope scope) {
        return Fragment.text("ORDER BY ", values.value(dice.pick(Kind.ORDERED), scope, 1), orders.direction());
    }

    private Fragment aggregate(Scope scope) {
        return switch (dice.below(5)) {
            case 4 ->
                Fragment.text(
                        dice.pick("SUM(", "COUNT(", "MAX("),
                        values.value(Kind.INT, scope, 1),
                        ") FILTER (WHERE ",
                        values.value(Kind.BOOLEAN, scope, 1),
                        ")");
            case 0 -> Fragment.text("COUNT(", values.value(dice.pick(Kind.VALUES), scope, 1), ")");
            case 1 -> Fragment.text("SUM(", values.value(dice.pick(Kind.INT, Kind.DECIMAL), scope, 1), ")");
            case 2 -> Fragment.text("AVG(CAST(", values.value(Kind.INT, scope, 1), " AS DOUBLE))");
            default -> Fragment.text(dice.pick("MIN(", "MAX("), values.value(Kind.INT, scope, 1), ")");
        };
    }

    private Fragment rows() {
        if (dice.oneIn(3)) {
            return Fragment.text();
        }
        String from = dice.pick("UNBOUNDED PRECEDING", "CURRENT ROW", dice.below(3) + " PRECEDING");
        String to = dice.pick("UNBOUNDED FOLLOWING", "CURRENT ROW", dice.below(3) + " FOLLOWING");
        String frame = dice.oneIn(5)
                ? dice.pick(
                        "2 FOLLOWING AND 3 FOLLOWING",
                        "3 PRECEDING AND 2 PRECEDING",
                        "1 FOLLOWING AND UNBOUNDED FOLLOWING")
                : from + " AND " + to;
        return Fragment.optional(" ROWS BETWEEN " + frame);
    }

    private Fragment range(Scope scope) {
        Kind kind = dice.pick(Kind.INT, Kind.INT, Kind.DATE, Kind.DECIMAL);
        Fragment key = values.key(kind, scope);
        String offset =
                key.kind() == Kind.DATE ? "INTERVAL '" + (1 + dice.below(40)) + "' DAY" : String.valueOf(dice.below(4));
        String from = dice.pick("UNBOUNDED PRECEDING", "CURRENT ROW", offset + " PRECEDING");
        String to = dice.pick("UNBOUNDED FOLLOWING", "CURRENT ROW", offset + " FOLLOWING");
        return Fragment.text(
                "ORDER BY ", key, orders.direction(), Fragment.optional(" RANGE BETWEEN " + from + " AND " + to));
    }

    private static Fragment over(Object function, Fragment... window) {
        List<Object> parts = new ArrayList<>(List.of(function, " OVER ("));
        parts.addAll(List.of(window));
        parts.add(")");
        return Fragment.text(parts.toArray());
    }
}
