package io.lakelog.sql.plan;

import org.apache.calcite.plan.RelOptPlanner;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.rules.SemiJoinRule;

/**
 * Joins of which only the left side is used become semi-joins with what the right side groups. Calcite's rules do so without
 * groups too; but then there is a row on the right even where nothing is counted.
 */
final class SemiJoins {
    private SemiJoins() {}

    /** Puts the rules with this condition in place of Calcite's. */
    static void restrict(RelOptPlanner planner) {
        planner.removeRule(CoreRules.PROJECT_TO_SEMI_JOIN);
        planner.removeRule(CoreRules.JOIN_TO_SEMI_JOIN);
        planner.addRule(new OfProject());
        planner.addRule(new OfJoin());
    }

    private static boolean hasGroups(RelOptRuleCall call, int aggregate) {
        return ((Aggregate) call.rel(aggregate)).getGroupCount() > 0;
    }

    private static final class OfProject extends SemiJoinRule.ProjectToSemiJoinRule {
        OfProject() {
            super(ProjectToSemiJoinRuleConfig.DEFAULT);
        }

        @Override
        public boolean matches(RelOptRuleCall call) {
            return hasGroups(call, 3) && super.matches(call);
        }
    }

    private static final class OfJoin extends SemiJoinRule.JoinToSemiJoinRule {
        OfJoin() {
            super(JoinToSemiJoinRuleConfig.DEFAULT);
        }

        @Override
        public boolean matches(RelOptRuleCall call) {
            return hasGroups(call, 2) && super.matches(call);
        }
    }
}
