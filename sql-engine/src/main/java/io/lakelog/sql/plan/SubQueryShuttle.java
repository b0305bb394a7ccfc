package io.lakelog.sql.plan;

import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/** Rewrites a tree from its leaves on, and the trees of the sub-queries in its expressions before them. */
abstract class SubQueryShuttle extends RelHomogeneousShuttle {
    private final RexShuttle nested = new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            return ((RexSubQuery) super.visitSubQuery(subQuery)).clone(subQuery.rel.accept(SubQueryShuttle.this));
        }
    };

    @Override
    public final RelNode visit(RelNode node) {
        return rewritten(visitChildren(node).accept(nested));
    }

    /** @param node one whose inputs and sub-queries are rewritten */
    abstract RelNode rewritten(RelNode node);
}
