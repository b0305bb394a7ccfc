package io.lakelog.sql.plan;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * Keeps the NULLs of columns that a sub-query depends on. Of a column that a LEFT JOIN compares Calcite's decorrelator thinks that
 * it is never NULL above; but rows without a partner stay. While it works such columns are hidden in a call that it does not know.
 */
final class CorrelatedColumns extends RelHomogeneousShuttle {
    private static final SqlOperator HIDDEN =
            SqlBasicFunction.create("$HIDDEN", ReturnTypes.ARG0, OperandTypes.ANY, SqlFunctionCategory.SYSTEM);

    private static final RexShuttle SHOWN = new RexShuttle() {
        @Override
        public RexNode visitCall(RexCall call) {
            RexNode made = super.visitCall(call);
            return call.getOperator() == HIDDEN ? ((RexCall) made).getOperands().get(0) : made;
        }
    };

    private CorrelatedColumns() {}

    /** @param decorrelation makes joins of the correlations in a tree */
    static RelNode kept(RelNode tree, UnaryOperator<RelNode> decorrelation) {
        return decorrelation.apply(tree.accept(new CorrelatedColumns())).accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                return visitChildren(node).accept(SHOWN);
            }
        });
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode below = visitChildren(node);
        return below instanceof Correlate correlate && keepsRows(correlate.getLeft()) ? withHidden(correlate) : below;
    }

    /** Whether some rows are there though they do not meet the condition of a join. */
    private static boolean keepsRows(RelNode node) {
        JoinRelType type = node instanceof Join join
                ? join.getJoinType()
                : node instanceof Correlate correlate ? correlate.getJoinType() : JoinRelType.INNER;
        return type != JoinRelType.INNER && type != JoinRelType.SEMI
                || node.getInputs().stream().anyMatch(CorrelatedColumns::keepsRows);
    }

    private static RelNode withHidden(Correlate correlate) {
        RelNode left = correlate.getLeft();
        RexBuilder builder = left.getCluster().getRexBuilder();
        List<RelDataTypeField> fields = left.getRowType().getFieldList();
        RelNode hidden = Columns.wrapped(
                left,
                column -> correlate.getRequiredColumns().get(column)
                        && fields.get(column).getType().isNullable(),
                column -> builder.makeCall(column.getType(), HIDDEN, List.of(column)));
        return hidden == left
                ? correlate
                : correlate.copy(correlate.getTraitSet(), List.of(hidden, correlate.getRight()));
    }
}
