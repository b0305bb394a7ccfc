package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.List;

/** Random ORDER BY lists. Both databases put NULLs elsewhere unless told where. */
final class Orders {
    private final Expressions values;
    private final Dice dice;

    Orders(Expressions values) {
        this.values = values;
        dice = values.dice;
    }

    /** One in which no two rows are equal. */
    Fragment total(Scope scope) {
        List<Fragment> keys = new ArrayList<>();
        for (int i = 0; i < dice.below(3); i++) {
            keys.add(Fragment.text(values.key(dice.pick(Kind.ORDERED), scope), direction()));
        }
        scope.ids().forEach(id -> keys.add(Fragment.text(id + direction())));
        // The last ones make it total: they cannot be missed.
        List<Object> parts = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            boolean last = i == keys.size() - 1;
            boolean id = i >= keys.size() - scope.ids().size();
            parts.add(id ? keys.get(i) : Fragment.optional(keys.get(i), ", "));
            if (id && !last) {
                parts.add(", ");
            }
        }
        return Fragment.text(parts.toArray());
    }

    String direction() {
        return dice.pick("", " ASC", " DESC") + dice.pick(" NULLS FIRST", " NULLS LAST");
    }

    /** By the columns of a query, all of them. */
    Fragment ordinals(int columns) {
        List<Object> parts = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            parts.add((i == 1 ? "" : ", ") + i + direction());
        }
        return Fragment.text(parts.toArray());
    }

    /** How much of the rows is wanted. */
    Fragment limit() {
        return switch (dice.below(5)) {
            case 0 -> Fragment.text();
            case 1 ->
                Fragment.optional(
                        " LIMIT ",
                        Fragment.parameter(Kind.INT, 1 + dice.below(9)),
                        " OFFSET ",
                        Fragment.parameter(Kind.INT, dice.below(4)));
            case 2 -> Fragment.optional(" LIMIT " + (1 + dice.below(9)));
            default ->
                Fragment.text(
                        Fragment.optional(" OFFSET " + dice.below(5) + " ROWS"),
                        Fragment.optional(" FETCH NEXT " + (1 + dice.below(10)) + " ROWS ONLY"));
        };
    }
}
