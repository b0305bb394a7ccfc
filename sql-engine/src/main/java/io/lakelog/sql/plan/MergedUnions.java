package io.lakelog.sql.plan;

import org.apache.calcite.adapter.enumerable.EnumerableMergeUnionRule;
import org.apache.calcite.adapter.enumerable.EnumerableRules;
import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Union;

/**
 * Sorted inputs of a UNION are merged. Calcite's rule takes only as many rows of each input as are wanted in the end; where rows
 * that are the same count once there may be too few then.
 */
final class MergedUnions extends EnumerableMergeUnionRule {
    private MergedUnions() {
        super(Config.DEFAULT_CONFIG);
    }

    /** Puts the rule with this condition in place of Calcite's. */
    static void restrict(RelOptPlanner planner) {
        planner.removeRule(EnumerableRules.ENUMERABLE_MERGE_UNION_RULE);
        planner.addRule(new MergedUnions());
    }

    @Override
    public boolean matches(RelOptRuleCall call) {
        Sort sort = call.rel(0);
        Union union = call.rel(1);
        return (union.all || sort.fetch == null) && super.matches(call);
    }
}
