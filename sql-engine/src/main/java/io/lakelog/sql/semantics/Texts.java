package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
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
        int count = operands.size();
        return switch (call.getOperator().getName()) {
            case "CHAR_LENGTH", "CHARACTER_LENGTH", "LENGTH" ->
                count == 1 ? function(call, operands, Functions.TEXT_LENGTH, 1) : null;
            case "SUBSTRING" ->
                count == 2
                        ? function(call, operands, Functions.SUBSTRING_FROM, 1)
                        : function(call, operands, Functions.SUBSTRING_FROM_FOR, 1);
            case "POSITION" -> count == 2 ? function(call, operands, Functions.TEXT_POSITION, 2) : null;
            case "OVERLAY" ->
                count == 3
                        ? function(call, operands, Functions.OVERLAY_FROM, 2)
                        : function(call, operands, Functions.OVERLAY_FROM_FOR, 2);
            case "REVERSE" ->
                call.getKind() == SqlKind.REVERSE || count == 1
                        ? function(call, operands, Functions.REVERSE_TEXT, 1)
                        : null;
            default -> null;
        };
    }

    /** A call whose operands behind the first {@code texts} are counts. */
    private @Nullable RexNode function(RexCall call, List<RexNode> operands, SemanticFunction function, int texts) {
        List<RexNode> made = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            RelDataType type = call.getOperands().get(i).getType();
            if (i < texts) {
                made.add(operands.get(i));
            } else if (SqlTypeUtil.isNumeric(type)) {
                made.add(casts.cast(operands.get(i), type, rex.type(SqlTypeName.INTEGER, operands.get(i))));
            } else {
                return null;
            }
        }
        return rex.call(call.getType(), function, made);
    }
}
