package io.lakelog.storage.predicate;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Derives predicates from predicates. Pure; thread-safe. */
public final class Predicates {
    private Predicates() {}

    /**
     * The strongest predicate over other positions that follows from {@code predicate}: parts on columns that are not
     * mapped are left out.
     *
     * @param mapping for each old position the new one, or -1 for a column that may not be used
     * @return null if nothing follows
     */
    public static @Nullable Predicate remap(@Nullable Predicate predicate, int[] mapping) {
        if (predicate == null) {
            return null;
        }
        if (predicate instanceof Predicate.And and) {
            List<Predicate> parts = new ArrayList<>();
            for (Predicate part : and.parts()) {
                Predicate mapped = remap(part, mapping);
                if (mapped != null) {
                    parts.add(mapped);
                }
            }
            return and(parts);
        }
        if (predicate instanceof Predicate.Or or) {
            List<Predicate> parts = new ArrayList<>();
            for (Predicate part : or.parts()) {
                Predicate mapped = remap(part, mapping);
                if (mapped == null) {
                    return null;
                }
                parts.add(mapped);
            }
            return new Predicate.Or(parts);
        }
        if (predicate instanceof Predicate.Compare compare) {
            int column = mapping[compare.column()];
            return column < 0 ? null : new Predicate.Compare(column, compare.operator(), compare.value());
        }
        if (predicate instanceof Predicate.IsNull isNull) {
            int column = mapping[isNull.column()];
            return column < 0 ? null : new Predicate.IsNull(column);
        }
        int column = mapping[((Predicate.IsNotNull) predicate).column()];
        return column < 0 ? null : new Predicate.IsNotNull(column);
    }

    /** All of some predicates; null for none. */
    public static @Nullable Predicate and(List<Predicate> parts) {
        return switch (parts.size()) {
            case 0 -> null;
            case 1 -> parts.get(0);
            default -> new Predicate.And(parts);
        };
    }
}
