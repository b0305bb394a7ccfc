package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.type.RowType;
import java.util.stream.Collectors;

/** Conditions as a person would write them, for EXPLAIN. */
final class ConditionText {
    private ConditionText() {}

    static String of(Condition condition, RowType type) {
        if (condition instanceof Condition.And and) {
            return and.parts().stream().map(part -> of(part, type)).collect(Collectors.joining(" AND ", "(", ")"));
        } else if (condition instanceof Condition.Or or) {
            return or.parts().stream().map(part -> of(part, type)).collect(Collectors.joining(" OR ", "(", ")"));
        } else if (condition instanceof Condition.Fixed fixed) {
            return of(fixed.predicate(), type);
        }
        Condition.CompareParameter compare = (Condition.CompareParameter) condition;
        return type.field(compare.column()).name() + " " + symbol(compare.operator()) + " ?"
                + (compare.parameter() + 1);
    }

    private static String of(Predicate predicate, RowType type) {
        if (predicate instanceof Predicate.And and) {
            return and.parts().stream().map(part -> of(part, type)).collect(Collectors.joining(" AND ", "(", ")"));
        } else if (predicate instanceof Predicate.Or or) {
            return or.parts().stream().map(part -> of(part, type)).collect(Collectors.joining(" OR ", "(", ")"));
        } else if (predicate instanceof Predicate.IsNull isNull) {
            return type.field(isNull.column()).name() + " IS NULL";
        } else if (predicate instanceof Predicate.IsNotNull isNotNull) {
            return type.field(isNotNull.column()).name() + " IS NOT NULL";
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        return type.field(compare.column()).name() + " " + symbol(compare.operator()) + " " + compare.value();
    }

    private static String symbol(Predicate.Operator operator) {
        return switch (operator) {
            case EQUAL -> "=";
            case NOT_EQUAL -> "<>";
            case LESS -> "<";
            case LESS_OR_EQUAL -> "<=";
            case GREATER -> ">";
            case GREATER_OR_EQUAL -> ">=";
        };
    }
}
