package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;

/** Random FROM clauses: tables, joined in all ways that both databases know, and derived tables. */
final class Sources {
    private final Expressions values;
    private final Dice dice;

    Sources(Expressions values) {
        this.values = values;
        dice = values.dice;
    }

    /** The tables that a query reads, and what may be named over them. */
    record Source(Fragment from, Scope scope) {}

    Source tables(int joins) {
        Scope scope = new Scope();
        List<Object> parts = new ArrayList<>();
        Table first = Table.any(dice);
        String alias = values.alias("x");
        scope.add(first, alias);
        parts.add(first.name() + " " + alias);
        for (int i = 0; i < joins; i++) {
            parts.add(joined(scope));
        }
        return new Source(Fragment.text(parts.toArray()), scope);
    }

    private Fragment joined(Scope scope) {
        Table table = Table.any(dice);
        String alias = values.alias("x");
        Scope right = new Scope();
        right.add(table, alias);
        if (dice.oneIn(7)) {
            scope.addAll(right);
            return Fragment.optional(" CROSS JOIN (SELECT * FROM " + table.name() + " WHERE id < 4) " + alias);
        }
        Kind kind = dice.pick(Kind.INT, Kind.INT, Kind.INT, Kind.TEXT);
        Fragment on = Fragment.of(Kind.BOOLEAN, values.value(kind, scope, 0), " = ", right.column(kind, dice));
        scope.addAll(right);
        if (dice.oneIn(12)) {
            on = values.value(Kind.BOOLEAN, scope, 2);
        } else if (dice.oneIn(3)) {
            on = Fragment.text(on, Fragment.optional(" AND ", values.value(Kind.BOOLEAN, scope, 1)));
        }
        String how = dice.pick(" JOIN ", " JOIN ", " LEFT JOIN ", " LEFT JOIN ", " RIGHT JOIN ");
        return Fragment.optional(how + table.name() + " " + alias + " ON ", on);
    }

    /** Rows that a statement lists itself. */
    Source list() {
        String alias = values.alias("v");
        Kind kind = dice.pick(Kind.KEYS);
        List<Fragment> rows = new ArrayList<>();
        for (int i = 0; i < 2 + dice.below(4); i++) {
            rows.add(Fragment.text("(" + i + ", ", values.literal(Kind.INT), ", ", values.literal(kind), ")"));
        }
        Scope scope = new Scope();
        scope.add(alias + ".id", Kind.INT);
        scope.add(alias + ".a", Kind.INT);
        scope.add(alias + ".c", kind);
        scope.ids().add(alias + ".id");
        return new Source(Fragment.text("(VALUES ", Fragment.list(", ", rows), ") " + alias + "(id, a, c)"), scope);
    }
}
