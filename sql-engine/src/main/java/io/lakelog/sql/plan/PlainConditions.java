package io.lakelog.sql.plan;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;

/**
 * Conditions without casts that only say whether NULL is allowed, as {@code WHERE CAST(? AS BOOLEAN)} has one: a filter that such a
 * part becomes refuses it where assertions are on.
 */
final class PlainConditions extends RelHomogeneousShuttle {
    private final RexShuttle plain;

    private PlainConditions(RexBuilder builder) {
        plain = new RexShuttle() {
            @Override
            public RexNode visitCall(RexCall condition) {
                RexNode made = RexUtil.composeConjunction(
                        builder,
                        RelOptUtil.conjunctions(condition).stream()
                                .map(part -> RexUtil.removeNullabilityCast(builder.getTypeFactory(), part))
                                .toList());
                return made.equals(condition) ? condition : made;
            }

            @Override
            public RexNode visitSubQuery(RexSubQuery condition) {
                return condition;
            }
        };
    }

    static RelNode of(RelNode tree) {
        return tree.accept(new PlainConditions(tree.getCluster().getRexBuilder()));
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode made = visitChildren(node);
        return made instanceof Filter || made instanceof Join ? made.accept(plain) : made;
    }
}
