package io.lakelog.sql.plan;

import com.google.common.collect.ImmutableSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql2rel.DeduplicateCorrelateVariables;

/**
 * Takes sub-queries out of functions over windows, and out of what other sub-queries are asked for, into columns below: Calcite's
 * rules do not find the former, and join both of {@code (SELECT ...) IN (SELECT ...)} by one variable.
 */
final class InnerSubQueries extends SubQueryShuttle {
    private InnerSubQueries() {}

    static RelNode below(RelNode tree) {
        return tree.accept(new InnerSubQueries());
    }

    @Override
    RelNode rewritten(RelNode node) {
        if (node instanceof Project project) {
            Asked asked = new Asked(project.getInput(), project.containsOver());
            List<RexNode> columns = asked.apply(project.getProjects());
            return asked.found.isEmpty()
                    ? project
                    : LogicalProject.create(
                            below(asked, project.getVariablesSet()),
                            project.getHints(),
                            columns,
                            project.getRowType().getFieldNames(),
                            project.getVariablesSet());
        }
        if (node instanceof Filter filter) {
            Asked asked = new Asked(filter.getInput(), false);
            RexNode condition = asked.apply(filter.getCondition());
            return asked.found.isEmpty() ? filter : filtered(filter, condition, asked);
        }
        return node;
    }

    private RelNode filtered(Filter filter, RexNode condition, Asked asked) {
        Set<CorrelationId> variables = filter.getVariablesSet();
        RelNode made = LogicalFilter.create(below(asked, variables), condition, ImmutableSet.copyOf(variables));
        List<String> names = filter.getRowType().getFieldNames();
        return LogicalProject.create(made, List.of(), Columns.of(made).subList(0, names.size()), names, Set.of());
    }

    /** The input with what was found, which has a name of its own for the row that it depends on. */
    private RelNode below(Asked asked, Set<CorrelationId> variables) {
        CorrelationId row = asked.input.getCluster().createCorrel();
        RexBuilder builder = asked.input.getCluster().getRexBuilder();
        RexShuttle renamed = new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
                return ((RexSubQuery) super.visitSubQuery(subQuery))
                        .clone(DeduplicateCorrelateVariables.go(builder, row, variables, subQuery.rel));
            }
        };
        List<RexNode> columns = renamed.apply(List.copyOf(asked.found.keySet()));
        return rewritten(Columns.with(asked.input, columns, variables.isEmpty() ? Set.of() : Set.of(row)));
    }

    /** Puts references in the place of sub-queries: of all, or of those in operands of others. */
    private static final class Asked extends RexShuttle {
        private final Map<RexNode, RexNode> found = new LinkedHashMap<>();
        private final RelNode input;
        private boolean inside;

        Asked(RelNode input, boolean inside) {
            this.input = input;
            this.inside = inside;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            if (inside) {
                int column = input.getRowType().getFieldCount() + found.size();
                return found.computeIfAbsent(subQuery, query -> new RexInputRef(column, query.getType()));
            }
            inside = true;
            RexNode made = super.visitSubQuery(subQuery);
            inside = false;
            return made;
        }
    }
}
