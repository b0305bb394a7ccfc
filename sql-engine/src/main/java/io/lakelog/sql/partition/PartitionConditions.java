package io.lakelog.sql.partition;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a condition on the source column says of the partition: an equal value lies in one partition, and under a monotonic
 * expression lesser values lie in lesser ones. Pure.
 */
final class PartitionConditions {
    private final PartitionExpression expression;
    private final DataType sourceType;
    private final int hidden;

    /** @param columns of the table without the hidden one */
    PartitionConditions(PartitionExpression expression, RowType columns) {
        this.expression = expression;
        this.sourceType = columns.type(expression.source());
        this.hidden = columns.size();
    }

    /** The condition, and what follows from it. */
    Predicate addTo(Predicate condition) {
        Predicate implied = hasOneFormOnly() ? implied(condition) : null;
        return implied == null ? condition : new Predicate.And(List.of(condition, implied));
    }

    /** Whether values that are equal are the same value, so that they have the same text. */
    private boolean hasOneFormOnly() {
        TypeKind kind = sourceType.kind();
        return kind != TypeKind.FLOAT && kind != TypeKind.DOUBLE && kind != TypeKind.CHAR && kind != TypeKind.BINARY;
    }

    private @Nullable Predicate implied(Predicate condition) {
        if (condition instanceof Predicate.And and) {
            List<Predicate> parts = new ArrayList<>();
            for (Predicate part : and.parts()) {
                Predicate of = implied(part);
                if (of != null) {
                    parts.add(of);
                }
            }
            return parts.isEmpty() ? null : new Predicate.And(parts);
        }
        if (condition instanceof Predicate.Or or) {
            List<Predicate> parts = new ArrayList<>();
            for (Predicate part : or.parts()) {
                Predicate of = implied(part);
                if (of == null) {
                    return null;
                }
                parts.add(of);
            }
            return new Predicate.Or(parts);
        }
        if (condition instanceof Predicate.IsNull isNull && isNull.column() == expression.source()) {
            String text = text(null);
            return text == null ? null : partition(Predicate.Operator.EQUAL, text);
        }
        return condition instanceof Predicate.Compare compare && compare.column() == expression.source()
                ? compared(compare)
                : null;
    }

    private @Nullable Predicate compared(Predicate.Compare compare) {
        String text = compare.operator() == Predicate.Operator.NOT_EQUAL ? null : text(compare.value());
        if (text == null) {
            return null;
        }
        return switch (compare.operator()) {
            case EQUAL -> partition(Predicate.Operator.EQUAL, text);
            case LESS, LESS_OR_EQUAL -> range(Predicate.Operator.LESS_OR_EQUAL, text);
            case GREATER, GREATER_OR_EQUAL -> range(Predicate.Operator.GREATER_OR_EQUAL, text);
            case NOT_EQUAL -> null;
        };
    }

    /** The partition of NULL is out of order. Blank texts are there too, which no date or time has. */
    private @Nullable Predicate range(Predicate.Operator operator, String text) {
        String nothing = text(null);
        if (!expression.isMonotonic() || nothing == null || text.equals(nothing)) {
            return null;
        }
        Predicate range = partition(operator, text);
        boolean mayBeBlank = sourceType.kind() == TypeKind.VARCHAR;
        return mayBeBlank
                ? new Predicate.Or(List.of(range, partition(Predicate.Operator.EQUAL, nothing)))
                : new Predicate.And(List.of(range, partition(Predicate.Operator.NOT_EQUAL, nothing)));
    }

    private Predicate partition(Predicate.Operator operator, String text) {
        return new Predicate.Compare(hidden, operator, text);
    }

    /** The partition of a value; null if no row can have such a value, or the expression has none for it. */
    private @Nullable String text(@Nullable Object value) {
        ColumnBuilder builder = ColumnBuilder.of(sourceType);
        try {
            Values.append(builder, sourceType.withNullable(true), value);
            return (String) Values.get(expression.texts(builder.build()), DataType.STRING, 0);
        } catch (LakelogException e) {
            return null;
        }
    }
}
