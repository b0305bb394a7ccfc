package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/**
 * Takes away casts that only promise that a value is not NULL. {@code COALESCE(a, b)} becomes {@code CASE WHEN a IS NOT NULL
 * THEN CAST(a, not null) ...}; where such a CASE is taken apart in a condition, {@code IS NOT NULL} is dropped as implied
 * by a comparison of {@code a}, and the promise no longer holds: NULL would be computed with as 0.
 */
final class NullableCasts extends RexShuttle {
    private final RexBuilder builder;

    NullableCasts(RexBuilder builder) {
        this.builder = builder;
    }

    @Override
    public RexNode visitOver(RexOver over) {
        return over;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        List<RexNode> operands = new ArrayList<>(call.getOperands().size());
        boolean changed = false;
        boolean widened = false;
        for (RexNode operand : call.getOperands()) {
            RexNode made = operand.accept(this);
            changed |= made != operand;
            widened |= made.getType().isNullable() && !operand.getType().isNullable();
            operands.add(made);
        }
        if (call.getKind() == SqlKind.CAST && isPromise(call.getType(), operands.get(0))) {
            RelDataType type = nullable(call.getType());
            return type.equals(operands.get(0).getType())
                    ? operands.get(0)
                    : builder.makeAbstractCast(call.getParserPosition(), type, operands.get(0), false);
        }
        if (!changed) {
            return call;
        }
        // A CASE says itself which branch is reached, and when.
        boolean follows = widened
                && !call.getType().isNullable()
                && call.getKind() != SqlKind.CASE
                && builder.deriveReturnType(call.getOperator(), operands).isNullable();
        return call.clone(follows ? nullable(call.getType()) : call.getType(), operands);
    }

    private static boolean isPromise(RelDataType type, RexNode operand) {
        return !type.isNullable() && operand.getType().isNullable();
    }

    private RelDataType nullable(RelDataType type) {
        return builder.getTypeFactory().createTypeWithNullability(type, true);
    }
}
