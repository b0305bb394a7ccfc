package io.lakelog.sql.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A WHERE that names one row by its whole key, {@code k1 = ? AND k2 = 5}: no search is needed.
 *
 * @param keys where the value of each key column comes from, in the order of the key; never computed
 * @param values where each new value of an UPDATE comes from, or null if some must be computed from the row
 */
public record KeyAccess(List<ValueCell> keys, @Nullable List<ValueCell> values) {
    public KeyAccess {
        keys = List.copyOf(keys);
        values = values == null ? null : List.copyOf(values);
    }

    /** The value of a cell that is not computed. */
    static @Nullable Object value(ValueCell cell, List<@Nullable Object> parameters) {
        return cell instanceof ValueCell.Parameter parameter
                ? parameters.get(parameter.index())
                : ((ValueCell.Constant) cell).value();
    }
}
