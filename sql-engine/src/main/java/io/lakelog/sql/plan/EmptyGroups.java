package io.lakelog.sql.plan;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalUnion;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * The total of a ROLLUP or CUBE, and the {@code ()} of GROUPING SETS, is a row also of nothing, where generated code gives none. A row
 * that no aggregate counts is put to those that are grouped; of what comes of it only the total is kept.
 */
final class EmptyGroups extends SubQueryShuttle {
    private EmptyGroups() {}

    static RelNode kept(RelNode tree) {
        return tree.accept(new EmptyGroups());
    }

    @Override
    RelNode rewritten(RelNode node) {
        boolean total = node instanceof Aggregate aggregate
                && aggregate.getGroupCount() > 0
                && aggregate.getGroupSets().stream().anyMatch(set -> set.isEmpty())
                && RelOptUtil.getVariablesUsed(aggregate.getInput()).isEmpty();
        return total ? withRow((Aggregate) node) : node;
    }

    private static RelNode withRow(Aggregate aggregate) {
        RelNode input = aggregate.getInput();
        int counted = input.getRowType().getFieldCount();
        RelNode rows = LogicalUnion.create(List.of(marked(input, true), row(aggregate)), true);
        List<AggregateCall> calls = new ArrayList<>();
        for (AggregateCall call : aggregate.getAggCallList()) {
            boolean any = call.hasFilter()
                    || call.getAggregation().getKind() == SqlKind.GROUPING
                    || call.getAggregation().getKind() == SqlKind.GROUPING_ID;
            calls.add(copy(any ? call : call.withFilter(counted), aggregate, rows));
        }
        calls.add(call(SqlStdOperatorTable.COUNT, List.of(), counted, aggregate, rows));
        calls.add(call(SqlStdOperatorTable.GROUPING, aggregate.getGroupSet().asList(), -1, aggregate, rows));
        RelNode grouped = LogicalAggregate.create(
                rows, aggregate.getHints(), aggregate.getGroupSet(), aggregate.getGroupSets(), calls);

        RexBuilder builder = input.getCluster().getRexBuilder();
        int columns = aggregate.getRowType().getFieldCount();
        RexNode some = builder.makeCall(
                SqlStdOperatorTable.GREATER_THAN,
                RexInputRef.of(columns, grouped.getRowType()),
                builder.makeExactLiteral(BigDecimal.ZERO));
        RexNode all = builder.makeCall(
                SqlStdOperatorTable.EQUALS,
                RexInputRef.of(columns + 1, grouped.getRowType()),
                builder.makeExactLiteral(
                        BigDecimal.valueOf(2).pow(aggregate.getGroupCount()).subtract(BigDecimal.ONE)));
        RelNode kept =
                LogicalFilter.create(grouped, builder.makeCall(SqlStdOperatorTable.OR, some, all), ImmutableSet.of());
        List<RexNode> visible = Columns.of(grouped).subList(0, columns);
        return RelOptUtil.createCastRel(
                LogicalProject.create(
                        kept, List.of(), visible, aggregate.getRowType().getFieldNames(), ImmutableSet.of()),
                aggregate.getRowType(),
                true);
    }

    private static AggregateCall call(
            SqlAggFunction function, List<Integer> arguments, int filter, Aggregate aggregate, RelNode rows) {
        return AggregateCall.create(
                function,
                false,
                false,
                false,
                ImmutableList.of(),
                arguments,
                filter,
                null,
                RelCollations.EMPTY,
                aggregate.hasEmptyGroup(),
                rows,
                null,
                null);
    }

    /** A call whose argument may be NULL now. */
    private static AggregateCall copy(AggregateCall call, Aggregate aggregate, RelNode rows) {
        return AggregateCall.create(
                call.getAggregation(),
                call.isDistinct(),
                call.isApproximate(),
                call.ignoreNulls(),
                call.rexList,
                call.getArgList(),
                call.filterArg,
                call.distinctKeys,
                call.getCollation(),
                aggregate.hasEmptyGroup(),
                rows,
                null,
                call.getName());
    }

    /** The rows and whether they are to be counted. */
    private static RelNode marked(RelNode rows, boolean counted) {
        RexNode mark = rows.getCluster().getRexBuilder().makeLiteral(counted);
        return Columns.with(rows, List.of(mark), Set.of());
    }

    /** NULLs, and FALSE where an aggregate has a FILTER. */
    private static RelNode row(Aggregate aggregate) {
        RexBuilder builder = aggregate.getCluster().getRexBuilder();
        List<RexNode> columns = new ArrayList<>();
        for (RelDataTypeField field : aggregate.getInput().getRowType().getFieldList()) {
            boolean filter = aggregate.getAggCallList().stream().anyMatch(call -> call.filterArg == field.getIndex());
            columns.add(filter ? builder.makeLiteral(false) : builder.makeNullLiteral(field.getType()));
        }
        columns.add(builder.makeLiteral(false));
        return LogicalProject.create(
                LogicalValues.createOneRow(aggregate.getCluster()),
                List.of(),
                columns,
                (List<@Nullable String>) null,
                ImmutableSet.of());
    }
}
