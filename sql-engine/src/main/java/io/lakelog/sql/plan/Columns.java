package io.lakelog.sql.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Projections that keep the columns of a node. */
final class Columns {
    private Columns() {}

    /** References to all columns, in a list of its own. */
    static List<RexNode> of(RelNode node) {
        return new ArrayList<>(node.getCluster().getRexBuilder().identityProjects(node.getRowType()));
    }

    /**
     * All columns and {@code more} behind them.
     *
     * @param variables what {@code more} calls the row of {@code node} in sub-queries
     */
    static RelNode with(RelNode node, Collection<? extends RexNode> more, Set<CorrelationId> variables) {
        List<RexNode> columns = of(node);
        columns.addAll(more);
        return LogicalProject.create(node, List.of(), columns, (List<@Nullable String>) null, variables);
    }

    /** All columns, those that are {@code chosen} wrapped into something; {@code node} itself if none is. */
    static RelNode wrapped(RelNode node, IntPredicate chosen, UnaryOperator<RexNode> wrapping) {
        List<RexNode> columns = of(node);
        boolean changed = false;
        for (int i = 0; i < columns.size(); i++) {
            if (chosen.test(i)) {
                columns.set(i, wrapping.apply(columns.get(i)));
                changed = true;
            }
        }
        return changed
                ? LogicalProject.create(
                        node, List.of(), columns, node.getRowType().getFieldNames(), Set.of())
                : node;
    }
}
