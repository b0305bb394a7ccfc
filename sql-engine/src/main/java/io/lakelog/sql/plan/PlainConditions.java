package io.lakelog.sql.plan;

import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Conditions without casts that only say whether NULL is allowed, as {@code WHERE CAST(? AS BOOLEAN)} has one: a filter that such a
 * part becomes refuses it where assertions are on.
 */
final class PlainConditions extends RelHomogeneousShuttle {
    private PlainConditions() {}

    static RelNode of(RelNode tree) {
        return tree.accept(new PlainConditions());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode made = visitChildren(node);
        if (made instanceof Filter filter) {
            RexNode condition = plain(filter, filter.getCondition());
            return condition.equals(filter.getCondition())
                    ? filter
                    : filter.copy(filter.getTraitSet(), filter.getInput(), condition);
        }
        return made instanceof Join join ? plain(join) : made;
    }

    private static RelNode plain(Join join) {
        RexNode condition = plain(join, join.getCondition());
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

    private static RexNode plain(RelNode node, RexNode condition) {
        RexBuilder builder = node.getCluster().getRexBuilder();
        List<RexNode> parts = RelOptUtil.conjunctions(condition).stream()
                .map(part -> RexUtil.removeNullabilityCast(builder.getTypeFactory(), part))
                .toList();
        return RexUtil.composeConjunction(builder, parts);
    }
}
