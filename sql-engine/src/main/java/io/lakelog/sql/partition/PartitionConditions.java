package io.lakelog.sql.partition;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
            return partition(Predicate.Operator.EQUAL, null);
        }
        return condition instanceof Predicate.Compare compare && compare.column() == expression.source()
                ? compared(compare)
                : null;
    }

    private @Nullable Predicate compared(Predicate.Compare compare) {
        return switch (compare.operator()) {
            case EQUAL -> partition(Predicate.Operator.EQUAL, compare.value());
            case LESS, LESS_OR_EQUAL ->
                expression.isMonotonic() ? partition(Predicate.Operator.LESS_OR_EQUAL, compare.value()) : null;
            case GREATER, GREATER_OR_EQUAL ->
                expression.isMonotonic() ? partition(Predicate.Operator.GREATER_OR_EQUAL, compare.value()) : null;
            case NOT_EQUAL -> null;
        };
    }

    private @Nullable Predicate partition(Predicate.Operator operator, @Nullable Object value) {
        ColumnBuilder builder = ColumnBuilder.of(sourceType);
        try {
            Values.append(builder, sourceType.withNullable(true), value);
            Column text = expression.texts(builder.build());
            return new Predicate.Compare(
                    hidden, operator, Objects.requireNonNull(Values.get(text, DataType.STRING, 0)));
        } catch (LakelogException e) {
            // No row can have such a value, or the expression has none for it: nothing is known of the partition.
            return null;
        }
    }
}
