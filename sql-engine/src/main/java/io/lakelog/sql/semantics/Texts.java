package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Functions that count characters: Calcite's count UTF-16 units. */
final class Texts {
    private final Expressions rex;
    private final Casts casts;

    Texts(Expressions rex, Casts casts) {
        this.rex = rex;
        this.casts = casts;
    }

    /** The call by code points; null if it is none of the functions here. */
    @Nullable
    RexNode rewrite(RexCall call, List<RexNode> operands) {
        if (operands.isEmpty()
                || !SqlTypeUtil.inCharFamily(call.getOperands().get(0).getType())) {
            return null;
        }
        boolean one = operands.size() == 1;
        boolean two = operands.size() == 2;
        boolean three = operands.size() == 3;
        return switch (call.getOperator().getName()) {
            case "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH" ->
                one ? function(call, operands, Functions.TEXT_LENGTH) : null;
            case "SUBSTRING" -> function(call, operands, two ? Functions.SUBSTRING_FROM : Functions.SUBSTRING_FROM_FOR);
            case "POSITION" -> two ? function(call, operands, Functions.TEXT_POSITION) : null;
            case "STRPOS", "INSTR" ->
                two ? rex.call(call.getType(), Functions.TEXT_POSITION, operands.get(1), operands.get(0)) : null;
            case "OVERLAY" -> function(call, operands, three ? Functions.OVERLAY_FROM : Functions.OVERLAY_FROM_FOR);
            case "REVERSE" -> one ? function(call, operands, Functions.REVERSE_TEXT) : null;
            case "LEFT" -> two ? function(call, operands, Functions.LEFT_TEXT) : null;
            case "RIGHT" -> two ? function(call, operands, Functions.RIGHT_TEXT) : null;
            case "LPAD" -> pad(call, operands, Functions.LPAD_TEXT);
            case "RPAD" -> pad(call, operands, Functions.RPAD_TEXT);
            default -> null;
        };
    }

    private @Nullable RexNode pad(RexCall call, List<RexNode> operands, SemanticFunction function) {
        if (operands.size() == 3) {
            return function(call, operands, function);
        }
        RexNode length = casts.cast(
                operands.get(1), call.getOperands().get(1).getType(), rex.type(SqlTypeName.INTEGER, operands.get(1)));
        return rex.call(call.getType(), function, operands.get(0), length, rex.builder.makeLiteral(" "));
    }

    /** A call whose numbers are counts. */
    private @Nullable RexNode function(RexCall call, List<RexNode> operands, SemanticFunction function) {
        List<RexNode> made = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            RelDataType type = call.getOperands().get(i).getType();
            if (SqlTypeUtil.isNumeric(type)) {
                made.add(casts.cast(operands.get(i), type, rex.type(SqlTypeName.INTEGER, operands.get(i))));
            } else if (SqlTypeUtil.inCharFamily(type)) {
                made.add(operands.get(i));
            } else {
                return null;
            }
        }
        return rex.call(call.getType(), function, made);
    }
}
