package io.lakelog.sql.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Takes sub-queries out of the columns that have functions over windows, into columns below, since Calcite's rules do not find them
 * in an OVER.
 */
final class WindowSubQueries extends SubQueryShuttle {
    private WindowSubQueries() {}

    static RelNode below(RelNode tree) {
        return tree.accept(new WindowSubQueries());
    }

    @Override
    RelNode rewritten(RelNode node) {
        return node instanceof Project project && project.containsOver() ? separated(project) : node;
    }

    private static RelNode separated(Project project) {
        RelNode input = project.getInput();
        Asked asked = new Asked(input.getRowType().getFieldCount());
        List<RexNode> above = asked.apply(project.getProjects());
        if (asked.found.isEmpty()) {
            return project;
        }
        RelNode below = Columns.with(input, asked.found.keySet(), project.getVariablesSet());
        return LogicalProject.create(
                below, project.getHints(), above, project.getRowType().getFieldNames(), Set.of());
    }

    /** Puts a reference in the place of each sub-query. */
    private static final class Asked extends RexShuttle {
        private final Map<RexNode, RexNode> found = new LinkedHashMap<>();
        private final int firstColumn;

        Asked(int firstColumn) {
            this.firstColumn = firstColumn;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            return found.computeIfAbsent(
                    subQuery, query -> new RexInputRef(firstColumn + found.size(), query.getType()));
        }
    }
}
