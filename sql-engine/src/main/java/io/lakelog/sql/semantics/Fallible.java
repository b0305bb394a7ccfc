package io.lakelog.sql.semantics;

import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.util.Util;

/** Which expressions may fail for some values of their columns. Pure. */
final class Fallible {
    private static final Set<SqlOperator> TOTAL = Set.of(
            Functions.CODE_POINT_KEY,
            Functions.FROM_CODE_POINT_KEY,
            Functions.DOUBLE_KEY,
            Functions.FROM_DOUBLE_KEY,
            Functions.NORMAL_DOUBLE,
            Functions.NORMAL_REAL,
            Functions.NORMAL_DECIMAL,
            Functions.TRUNCATE_TIMESTAMP,
            Functions.TRUNCATE_TIME,
            Functions.DATE_TO_TIMESTAMP,
            Functions.TIMESTAMP_TO_DATE,
            Functions.TIME_TO_TIMESTAMP,
            Functions.TIMESTAMP_TO_TIME,
            Functions.EXTRACT,
            Functions.LAST_DAY,
            Functions.TIMESTAMP_TO_TEXT,
            Functions.DATE_TO_TEXT,
            Functions.TIME_TO_TEXT);

    private Fallible() {}

    static boolean mayFail(RexNode node) {
        try {
            node.accept(new RexVisitorImpl<Void>(true) {
                @Override
                public Void visitCall(RexCall call) {
                    if (!isTotal(call)) {
                        throw Util.FoundOne.NULL;
                    }
                    return super.visitCall(call);
                }
            });
            return false;
        } catch (Util.FoundOne e) {
            return true;
        }
    }

    private static boolean isTotal(RexCall call) {
        return switch (call.getKind()) {
            case AND, OR, NOT, CASE, LIKE, SEARCH -> true;
            case IS_NULL, IS_NOT_NULL, IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE -> true;
            case CAST -> RexUtil.isLosslessCast(call);
            default -> Comparisons.isComparison(call.getKind()) || TOTAL.contains(call.getOperator());
        };
    }
}
