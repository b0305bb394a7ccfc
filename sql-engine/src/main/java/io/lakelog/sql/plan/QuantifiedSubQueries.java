package io.lakelog.sql.plan;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;

/**
 * {@code (a, b) IN (SELECT x, y ...)} where it matters whether the answer is FALSE or unknown, {@code a <> ANY (...)} and
 * {@code a = ALL (...)}. Calcite joins each row with all rows that match it but for NULLs, and gives it as often; and of
 * {@code <>} it asks only how many different values there are. Here EXISTS asks whether there is a match, and whether there may be one.
 */
final class QuantifiedSubQueries extends SubQueryShuttle {
    private QuantifiedSubQueries() {}

    static RelNode asExists(RelNode tree) {
        return tree.accept(new QuantifiedSubQueries());
    }

    @Override
    RelNode rewritten(RelNode node) {
        if (node instanceof Filter filter) {
            Rewriter rewriter = new Rewriter(filter.getInput(), filter.getVariablesSet());
            List<RexNode> conditions = new ArrayList<>();
            for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
                conditions.add(rewriter.condition(condition));
            }
            return rewriter.changed
                    ? LogicalFilter.create(
                            filter.getInput(),
                            RexUtil.composeConjunction(rewriter.builder, conditions),
                            ImmutableSet.of(rewriter.id))
                    : node;
        }
        if (node instanceof Project project) {
            Rewriter rewriter = new Rewriter(project.getInput(), project.getVariablesSet());
            List<RexNode> columns = rewriter.apply(project.getProjects());
            return rewriter.changed
                    ? LogicalProject.create(
                            project.getInput(),
                            project.getHints(),
                            columns,
                            project.getRowType().getFieldNames(),
                            Set.of(rewriter.id))
                    : node;
        }
        return node;
    }

    /** Rewrites the expressions of a node over {@code input}. */
    private static final class Rewriter extends RexShuttle {
        private final RexBuilder builder;
        private final CorrelationId id;
        private final RexShuttle correlated;
        private boolean changed;

        Rewriter(RelNode input, Set<CorrelationId> known) {
            builder = input.getCluster().getRexBuilder();
            id = known.isEmpty()
                    ? input.getCluster().createCorrel()
                    : known.iterator().next();
            RexNode row = builder.makeCorrel(input.getRowType(), id);
            correlated = new RexShuttle() {
                @Override
                public RexNode visitInputRef(RexInputRef ref) {
                    return builder.makeFieldAccess(row, ref.getIndex());
                }
            };
        }

        /** What a filter asks for: there unknown is as good as FALSE. */
        RexNode condition(RexNode condition) {
            boolean not = condition.getKind() == SqlKind.NOT;
            RexNode asked = not ? ((RexCall) condition).getOperands().get(0) : condition;
            if (condition instanceof RexSubQuery some && some.getKind() == SqlKind.SOME && !isWrong(some)) {
                return truth(condition);
            }
            if (!(asked instanceof RexSubQuery subQuery) || !isWrong(subQuery)) {
                return condition.accept(this);
            }
            if (!not && subQuery.getKind() == SqlKind.IN) {
                return condition;
            }
            changed = true;
            RexNode exists = exists(subQuery, !not);
            return not ? builder.makeCall(SqlStdOperatorTable.NOT, exists) : exists;
        }

        /** A filter refuses the bare cast that Calcite makes of such a sub-query, where assertions are on. */
        private RexNode truth(RexNode someSubQuery) {
            changed = true;
            return builder.makeCall(
                    SqlStdOperatorTable.CASE, someSubQuery, builder.makeLiteral(true), builder.makeLiteral(false));
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            if (!isWrong(subQuery)) {
                return subQuery;
            }
            changed = true;
            return builder.makeCall(
                    SqlStdOperatorTable.CASE,
                    exists(subQuery, true),
                    builder.makeLiteral(true),
                    exists(subQuery, false),
                    builder.makeNullLiteral(subQuery.getType()),
                    builder.makeLiteral(false));
        }

        private static boolean isWrong(RexSubQuery subQuery) {
            boolean unequal =
                    subQuery.op instanceof SqlQuantifyOperator some && some.comparisonKind == SqlKind.NOT_EQUALS;
            return unequal || isRow(subQuery);
        }

        /** Whether rows are asked for that may match but for NULLs. */
        private static boolean isRow(RexSubQuery subQuery) {
            return subQuery.getKind() == SqlKind.IN
                    && subQuery.getOperands().size() > 1
                    && (subQuery.getOperands().stream()
                                    .anyMatch(operand -> operand.getType().isNullable())
                            || subQuery.rel.getRowType().getFieldList().stream()
                                    .anyMatch(field -> field.getType().isNullable()));
        }

        /** @param surely whether a row is what is asked for; else whether it may be */
        private RexNode exists(RexSubQuery subQuery, boolean surely) {
            SqlOperator comparison =
                    subQuery.getKind() == SqlKind.IN ? SqlStdOperatorTable.EQUALS : SqlStdOperatorTable.NOT_EQUALS;
            List<RexNode> compared = new ArrayList<>();
            for (int i = 0; i < subQuery.getOperands().size(); i++) {
                compared.add(builder.makeCall(
                        comparison,
                        subQuery.getOperands().get(i).accept(correlated),
                        RexInputRef.of(i, subQuery.rel.getRowType())));
            }
            RexNode all = RexUtil.composeConjunction(builder, compared);
            return RexSubQuery.exists(LogicalFilter.create(
                    subQuery.rel, surely ? all : builder.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, all)));
        }
    }
}
