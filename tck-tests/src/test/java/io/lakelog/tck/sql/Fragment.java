package io.lakelog.tck.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A part of a statement: texts, smaller fragments and parameters, one after the other. Two fragments are the same only if they
 * are one object; one that stands in several places is written several times.
 */
final class Fragment {
    private final @Nullable Kind kind;
    private final boolean optional;
    private final List<Object> parts;

    private Fragment(@Nullable Kind kind, boolean optional, List<Object> parts) {
        this.kind = kind;
        this.optional = optional;
        this.parts = parts;
    }

    /** The value of a {@code ?}. */
    private record Parameter(Object value) {}

    /** What each database writes in its own way. */
    private record Either(Fragment lakelog, Fragment h2) {}

    /** A value, or a query. Parts are Strings and Fragments. */
    static Fragment of(Kind kind, Object... parts) {
        return new Fragment(kind, false, List.of(parts));
    }

    /** Text that is neither, and cannot be missed. */
    static Fragment text(Object... parts) {
        return new Fragment(null, false, List.of(parts));
    }

    /** What a statement can do without. */
    static Fragment optional(Object... parts) {
        return new Fragment(null, true, List.of(parts));
    }

    static Fragment parameter(Kind kind, Object value) {
        return new Fragment(kind, false, List.of(new Parameter(value)));
    }

    static Fragment either(@Nullable Kind kind, Fragment lakelog, Fragment h2) {
        return new Fragment(kind, false, List.of(new Either(lakelog, h2)));
    }

    /** One after the other, with {@code separator} between; all but the first can be missed. */
    static Fragment list(String separator, List<Fragment> items) {
        List<Object> parts = new ArrayList<>();
        for (Fragment item : items) {
            parts.add(parts.isEmpty() ? item : optional(separator, item));
        }
        return new Fragment(null, false, parts);
    }

    @Nullable
    Kind kind() {
        return kind;
    }

    boolean isOptional() {
        return optional;
    }

    /** The statement as {@code dialect} has it; what its {@code ?} stand for goes to {@code parameters}. */
    String write(Dialect dialect, List<Object> parameters) {
        StringBuilder text = new StringBuilder();
        write(dialect, text, parameters);
        return text.toString();
    }

    private void write(Dialect dialect, StringBuilder text, List<Object> parameters) {
        for (Object part : parts) {
            if (part instanceof Fragment fragment) {
                fragment.write(dialect, text, parameters);
            } else if (part instanceof Parameter parameter) {
                text.append('?');
                parameters.add(parameter.value);
            } else if (part instanceof Either either) {
                (dialect == Dialect.H2 ? either.h2 : either.lakelog).write(dialect, text, parameters);
            } else {
                text.append(part);
            }
        }
    }

    /** This one and all in it, each once, the larger ones first. */
    List<Fragment> all() {
        List<Fragment> found = new ArrayList<>(List.of(this));
        Set<Fragment> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < found.size(); i++) {
            found.get(i).children(child -> {
                if (seen.add(child)) {
                    found.add(child);
                }
            });
        }
        return found;
    }

    private void children(Consumer<Fragment> each) {
        for (Object part : parts) {
            if (part instanceof Fragment fragment) {
                each.accept(fragment);
            } else if (part instanceof Either either) {
                each.accept(either.lakelog);
                each.accept(either.h2);
            }
        }
    }

    /** The same with another fragment in every place of {@code old}. */
    Fragment replace(Fragment old, Fragment made) {
        if (this == old) {
            return made;
        }
        List<Object> replaced = new ArrayList<>();
        boolean changed = false;
        for (Object part : parts) {
            Object now = part;
            if (part instanceof Fragment fragment) {
                now = fragment.replace(old, made);
            } else if (part instanceof Either either) {
                Fragment lakelog = either.lakelog.replace(old, made);
                Fragment h2 = either.h2.replace(old, made);
                now = lakelog == either.lakelog && h2 == either.h2 ? either : new Either(lakelog, h2);
            }
            changed |= now != part;
            replaced.add(now);
        }
        return changed ? new Fragment(kind, optional, replaced) : this;
    }
}
