package io.lakelog.sql.plan;

import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.volcano.RelSubset;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.metadata.CyclicMetadataException;
import org.apache.calcite.rel.metadata.RelMdPredicates;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * What a planner may conclude of the rows of a node; nothing where Calcite gives up: of a set of plans that is found in its own
 * inputs, and of a comparison with NULL. Public for generated classes only.
 */
public final class CarefulPredicates extends RelMdPredicates {
    CarefulPredicates() {}

    @Override
    public RelOptPredicateList getPredicates(RelSubset set, RelMetadataQuery query) {
        try {
            return super.getPredicates(set, query);
        } catch (CyclicMetadataException e) {
            return RelOptPredicateList.EMPTY;
        }
    }

    @Override
    public RelOptPredicateList getPredicates(Filter filter, RelMetadataQuery query) {
        return RelOptUtil.conjunctions(filter.getCondition()).stream().anyMatch(CarefulPredicates::comparesNull)
                ? query.getPulledUpPredicates(filter.getInput())
                : super.getPredicates(filter, query);
    }

    private static boolean comparesNull(RexNode condition) {
        return SqlKind.COMPARISON.contains(condition.getKind())
                && ((RexCall) condition)
                        .getOperands().stream().anyMatch(operand -> RexUtil.isNullLiteral(operand, false));
    }
}
