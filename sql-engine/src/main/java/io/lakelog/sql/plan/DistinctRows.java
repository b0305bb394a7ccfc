package io.lakelog.sql.plan;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableCalc;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexProgram;

/**
 * RIGHT and FULL joins remember the rows of their right side that have met no other in a set. A row of one column is its
 * value there, so that equal ones would be one: such a side gets a second column, which makes every row an object of its own.
 */
final class DistinctRows extends RelHomogeneousShuttle {
    private DistinctRows() {}

    static RelNode ofRightSides(RelNode plan) {
        return plan.accept(new DistinctRows());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode below = visitChildren(node);
        boolean endangered = below instanceof Join join
                && join.getJoinType().generatesNullsOnLeft()
                && join.getRight().getRowType().getFieldCount() == 1;
        return endangered ? widened((Join) below) : below;
    }

    private static RelNode widened(Join join) {
        RexBuilder builder = join.getCluster().getRexBuilder();
        List<RexNode> right = Columns.of(join.getRight());
        right.add(builder.makeExactLiteral(BigDecimal.ONE));
        RelNode wide = join.copy(
                join.getTraitSet(),
                join.getCondition(),
                join.getLeft(),
                calc(join.getRight(), right, List.of("value", "row")),
                join.getJoinType(),
                join.isSemiJoinDone());
        return calc(
                wide,
                Columns.of(wide).subList(0, join.getRowType().getFieldCount()),
                join.getRowType().getFieldNames());
    }

    private static RelNode calc(RelNode input, List<RexNode> columns, List<String> names) {
        return EnumerableCalc.create(
                input,
                RexProgram.create(
                        input.getRowType(),
                        columns,
                        null,
                        names,
                        input.getCluster().getRexBuilder()));
    }
}
