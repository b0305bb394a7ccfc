package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A {@link Predicate} whose constants may be parameters, known only when the statement runs. Immutable. */
public sealed interface Condition {
    /** True for no row. */
    Predicate NEVER = new Predicate.Or(List.of());

    /** The predicate for one execution. */
    Predicate bind(ExecContext context);

    record And(List<Condition> parts) implements Condition {
        public And {
            parts = List.copyOf(parts);
        }

        @Override
        public Predicate bind(ExecContext context) {
            List<Predicate> bound = new ArrayList<>(parts.size());
            parts.forEach(part -> bound.add(part.bind(context)));
            return new Predicate.And(bound);
        }
    }

    record Or(List<Condition> parts) implements Condition {
        public Or {
            parts = List.copyOf(parts);
        }

        @Override
        public Predicate bind(ExecContext context) {
            List<Predicate> bound = new ArrayList<>(parts.size());
            parts.forEach(part -> bound.add(part.bind(context)));
            return new Predicate.Or(bound);
        }
    }

    /** A condition without parameters. */
    record Fixed(Predicate predicate) implements Condition {
        @Override
        public Predicate bind(ExecContext context) {
            return predicate;
        }
    }

    /** Compares a column with a parameter, whose value is of the class {@link Values} names for the column's type. */
    record CompareParameter(int column, Predicate.Operator operator, int parameter) implements Condition {
        @Override
        public Predicate bind(ExecContext context) {
            @Nullable Object value = context.parameter(parameter);
            return value == null ? NEVER : new Predicate.Compare(column, operator, value);
        }
    }
}
