package io.lakelog.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
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
        List<RexNode> columns = new ArrayList<>();
        boolean changed = false;
        for (int i = 0; i < left.getRowType().getFieldCount(); i++) {
            RexNode column = RexInputRef.of(i, left.getRowType());
            RelDataType type = column.getType();
            boolean hidden = type.isNullable() && correlate.getRequiredColumns().get(i);
            changed |= hidden;
            columns.add(hidden ? left.getCluster().getRexBuilder().makeCall(type, HIDDEN, List.of(column)) : column);
        }
        RelNode kept = LogicalProject.create(
                left, List.of(), columns, left.getRowType().getFieldNames(), Set.of());
        return changed ? correlate.copy(correlate.getTraitSet(), List.of(kept, correlate.getRight())) : correlate;
    }
}
