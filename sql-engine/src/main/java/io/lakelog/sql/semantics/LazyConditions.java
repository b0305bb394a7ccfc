package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.adapter.enumerable.EnumerableNestedLoopJoin;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * Generated code computes all operands of AND and OR before it looks at the first. Here {@code x <> 0 AND 10 / x > 1}
 * becomes a CASE, which computes what it needs: an operand that may fail is not reached if those before it decide. The last
 * step of planning, since rules merge conditions again.
 */
final class LazyConditions extends RelHomogeneousShuttle {
    @Override
    public RelNode visit(RelNode node) {
        RelNode below = visitChildren(node);
        RexShuttle lazy = new Lazy(below.getCluster().getRexBuilder());
        if (below instanceof EnumerableCalc calc) {
            return calc(calc, lazy);
        }
        if (below instanceof Join join && !(join instanceof EnumerableNestedLoopJoin)) {
            return join(join, lazy);
        }
        return below instanceof Filter || below instanceof Join ? below.accept(lazy) : below;
    }

    /** A join by equal columns must keep them as they are; they are compared before the rest anyway. */
    private static RelNode join(Join join, RexShuttle lazy) {
        int left = join.getLeft().getRowType().getFieldCount();
        List<RexNode> equalities = new ArrayList<>();
        List<RexNode> others = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(join.getCondition())) {
            (isEquality(part, left) ? equalities : others).add(part);
        }
        RexBuilder builder = join.getCluster().getRexBuilder();
        RexNode rest = RexUtil.composeConjunction(builder, others).accept(lazy);
        equalities.add(rest);
        RexNode condition = RexUtil.composeConjunction(builder, equalities);
        return condition.equals(join.getCondition())
                ? join
                : join.copy(
                        join.getTraitSet(),
                        condition,
                        join.getLeft(),
                        join.getRight(),
                        join.getJoinType(),
                        join.isSemiJoinDone());
    }

    private static boolean isEquality(RexNode part, int left) {
        return part.getKind() == SqlKind.EQUALS
                && part instanceof RexCall call
                && call.getOperands().get(0) instanceof RexInputRef a
                && call.getOperands().get(1) instanceof RexInputRef b
                && a.getIndex() < left != b.getIndex() < left;
    }

    private static RelNode calc(EnumerableCalc calc, RexShuttle lazy) {
        RexProgram program = calc.getProgram();
        boolean changed = false;
        List<RexNode> columns = new ArrayList<>();
        for (RexLocalRef column : program.getProjectList()) {
            RexNode old = program.expandLocalRef(column);
            RexNode made = old.accept(lazy);
            changed |= made != old;
            columns.add(made);
        }
        RexLocalRef ref = program.getCondition();
        RexNode condition = null;
        if (ref != null) {
            RexNode old = program.expandLocalRef(ref);
            condition = old.accept(lazy);
            changed |= condition != old;
        }
        if (!changed) {
            return calc;
        }
        RexProgram made = RexProgram.create(
                calc.getInput().getRowType(),
                columns,
                condition,
                program.getOutputRowType(),
                calc.getCluster().getRexBuilder());
        return calc.copy(calc.getTraitSet(), calc.getInput(), made);
    }

    private static final class Lazy extends RexShuttle {
        private final RexBuilder builder;

        Lazy(RexBuilder builder) {
            this.builder = builder;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexNode visited = super.visitCall(call);
            boolean and = call.getKind() == SqlKind.AND;
            if (!and && call.getKind() != SqlKind.OR || !(visited instanceof RexCall made)) {
                return visited;
            }
            RexNode before = made.getOperands().get(0);
            boolean changed = false;
            for (RexNode operand :
                    made.getOperands().subList(1, made.getOperands().size())) {
                boolean lazy = Fallible.mayFail(operand);
                changed |= lazy;
                RexNode both = builder.makeCall(made.getOperator(), before, operand);
                before = lazy ? decidedBy(before, and, both) : both;
            }
            return changed ? before : made;
        }

        /** The first operand where it alone decides, else both. */
        private RexNode decidedBy(RexNode first, boolean and, RexNode both) {
            RexNode decided = builder.makeCall(and ? SqlStdOperatorTable.IS_FALSE : SqlStdOperatorTable.IS_TRUE, first);
            return builder.makeCall(
                    both.getType(), SqlStdOperatorTable.CASE, List.of(decided, builder.makeLiteral(!and), both));
        }
    }
}
