package io.lakelog.sql.plan;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Writes {@code x IS TRUE} as {@code CASE WHEN x THEN TRUE ELSE FALSE END} where {@code x} asks a sub-query. Of
 * {@code ('a' IN (SELECT ...)) IS TRUE}, which a FILTER of an aggregate is too, Calcite takes a NULL among the rows for a hit.
 */
final class TruthOfSubQueries extends SubQueryShuttle {
    private final RexShuttle expressions;

    private TruthOfSubQueries(RexBuilder builder) {
        expressions = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall call) {
                RexNode made = super.visitCall(call);
                return made.getKind() == SqlKind.IS_TRUE && RexUtil.SubQueryFinder.find(made) != null
                        ? builder.makeCall(
                                SqlStdOperatorTable.CASE,
                                ((RexCall) made).getOperands().get(0),
                                builder.makeLiteral(true),
                                builder.makeLiteral(false))
                        : made;
            }
        };
    }

    static RelNode asCases(RelNode tree) {
        return tree.accept(new TruthOfSubQueries(tree.getCluster().getRexBuilder()));
    }

    @Override
    RelNode rewritten(RelNode node) {
        return node.accept(expressions);
    }
}
