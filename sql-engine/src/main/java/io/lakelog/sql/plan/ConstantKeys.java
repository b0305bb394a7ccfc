package io.lakelog.sql.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Keeps GROUP BY of nothing but constants a GROUP BY: Calcite's decorrelator leaves literals out of the keys, and without any
 * there would be a row even where nothing is grouped. One of the keys is put into a cast.
 */
final class ConstantKeys extends RelHomogeneousShuttle {
    private ConstantKeys() {}

    static RelNode kept(RelNode tree) {
        return tree.accept(new ConstantKeys());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode below = visitChildren(node);
        boolean constant = below instanceof Aggregate aggregate
                && aggregate.getGroupCount() > 0
                && aggregate.getGroupSet().asList().stream().allMatch(key -> isLiteral(aggregate.getInput(), key));
        return constant ? withCast((Aggregate) below) : below;
    }

    private static boolean isLiteral(RelNode node, int column) {
        if (node instanceof Filter filter) {
            return isLiteral(filter.getInput(), column);
        }
        if (!(node instanceof Project project)) {
            return false;
        }
        RexNode value = project.getProjects().get(column);
        return value instanceof RexLiteral
                || value instanceof RexInputRef reference && isLiteral(project.getInput(), reference.getIndex());
    }

    private static RelNode withCast(Aggregate aggregate) {
        RelNode input = aggregate.getInput();
        List<RexNode> columns = new ArrayList<>();
        for (int i = 0; i < input.getRowType().getFieldCount(); i++) {
            columns.add(RexInputRef.of(i, input.getRowType()));
        }
        int key = aggregate.getGroupSet().nextSetBit(0);
        RexNode value = columns.get(key);
        columns.set(
                key,
                input.getCluster().getRexBuilder().makeAbstractCast(SqlParserPos.ZERO, value.getType(), value, false));
        RelNode cast = LogicalProject.create(
                input, List.of(), columns, input.getRowType().getFieldNames(), Set.of());
        return aggregate.copy(aggregate.getTraitSet(), List.of(cast));
    }
}
