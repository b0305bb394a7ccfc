package io.lakelog.storage.predicate;

import java.util.List;

/**
 * A condition on a row, as a tree over column positions. A comparison with NULL is not true. Immutable.
 */
public sealed interface Predicate {
    /** True where every part is. */
    record And(List<Predicate> parts) implements Predicate {
        public And {
            parts = List.copyOf(parts);
        }
    }

    /** True where any part is. */
    record Or(List<Predicate> parts) implements Predicate {
        public Or {
            parts = List.copyOf(parts);
        }
    }

    /**
     * Compares a column with a constant.
     *
     * @param column the column's position in the table's row type
     * @param value never null; of the Java class that {@link io.lakelog.storage.row.Values} names for the column's type
     */
    record Compare(int column, Operator operator, Object value) implements Predicate {}

    /** True where the column is NULL. */
    record IsNull(int column) implements Predicate {}

    /** True where the column is not NULL. */
    record IsNotNull(int column) implements Predicate {}

    /** How two values compare. */
    enum Operator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL
    }
}
