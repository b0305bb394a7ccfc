package io.lakelog.sql.command;

import org.jspecify.annotations.Nullable;

/** Where one value of one row of INSERT ... VALUES comes from. Immutable. */
public sealed interface ValueCell {
    /** A literal, already of the column's class, or null. */
    record Constant(@Nullable Object value) implements ValueCell {}

    /** A parameter, given when the statement runs. */
    record Parameter(int index) implements ValueCell {}

    /** An expression: a column of one of the statement's queries, each of which yields one row. */
    record Computed(int query, int column) implements ValueCell {}
}
