package io.lakelog.sql.plan;

import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Keeps constants among the keys of a GROUP BY: Calcite's decorrelator leaves literals out, and puts several of them back in wrong
 * places; and without any key there would be a row even where nothing is grouped. They are put into casts.
 */
final class ConstantKeys extends RelHomogeneousShuttle {
    private ConstantKeys() {}

    static RelNode kept(RelNode tree) {
        return tree.accept(new ConstantKeys());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode below = visitChildren(node);
        return below instanceof Aggregate aggregate ? withCasts(aggregate) : below;
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

    private static RelNode withCasts(Aggregate aggregate) {
        RelNode input = aggregate.getInput();
        RexBuilder builder = input.getCluster().getRexBuilder();
        RelNode cast = Columns.wrapped(
                input,
                column -> aggregate.getGroupSet().get(column) && isLiteral(input, column),
                key -> builder.makeAbstractCast(SqlParserPos.ZERO, key.getType(), key, false));
        return cast == input ? aggregate : aggregate.copy(aggregate.getTraitSet(), List.of(cast));
    }
}
