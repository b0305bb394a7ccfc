package io.lakelog.sql.semantics;

import com.google.common.collect.ImmutableList;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** Rewrites one call with OVER: its operands, its partitions, its order and its frame. */
final class WindowRewriter {
    private final ExpressionRewriter expressions;
    private final Expressions rex;

    WindowRewriter(ExpressionRewriter expressions) {
        this.expressions = expressions;
        rex = expressions.rex;
    }

    RexNode rewrite(RexOver over) {
        SqlAggFunction function = over.getAggOperator();
        if (function.getKind() == SqlKind.CUME_DIST || function.getKind() == SqlKind.PERCENT_RANK) {
            return share(over).accept(expressions);
        }
        if (function.getKind() == SqlKind.NTH_VALUE) {
            return nth(over);
        }
        RelDataType type = rex.carried(over.getType());
        List<RexNode> operands = operands(over);
        if ((function.getKind() == SqlKind.MIN || function.getKind() == SqlKind.MAX)
                && Comparisons.needsKey(over.getOperands().get(0).getType())) {
            RexNode key = expressions.comparisons.key(operands.get(0));
            RexNode best = make(over, function, rex.nullableIf(key.getType(), type.isNullable()), List.of(key));
            return expressions.comparisons.fromKey(best, type);
        }
        if (operands.isEmpty()) {
            return make(over, function, type, operands);
        }
        RelDataType argument = over.getOperands().get(0).getType();
        AggregateRewriter.check(function, argument);
        if (SemanticAggregate.takesDouble(function)) {
            operands = operands.stream().map(this::asDouble).toList();
            type = rex.nullableIf(rex.types.createSqlType(SqlTypeName.DOUBLE), type.isNullable());
        }
        SemanticAggregate checked = SemanticAggregate.replacing(function, argument, type);
        RexNode made = make(over, checked == null ? function : checked, type, operands);
        return SemanticAggregate.takesDouble(function) ? expressions.casts.cast(made, type, over.getType()) : made;
    }

    /** NTH_VALUE, of which generated code takes the rows behind the frame too, where there are as many rows in the frame. */
    private RexNode nth(RexOver over) {
        List<RexNode> operands = operands(over);
        RelDataType type = rex.nullableIf(rex.carried(over.getType()), true);
        RelDataType bigint = rex.types.createSqlType(SqlTypeName.BIGINT);
        AggregateRewriter.check(over.getAggOperator(), over.getOperands().get(0).getType());
        return rex.call(
                type,
                SqlStdOperatorTable.CASE,
                rex.builder.makeCall(
                        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL,
                        make(over, SqlStdOperatorTable.COUNT, bigint, List.of()),
                        operands.get(1)),
                make(over, over.getAggOperator(), type, operands),
                rex.builder.makeNullLiteral(type));
    }

    /** CUME_DIST and PERCENT_RANK, which generated code lacks, by counts and ranks; still of the user's types. */
    private RexNode share(RexOver over) {
        RexNode all = count(over, SqlStdOperatorTable.COUNT, false);
        if (over.getAggOperator().getKind() == SqlKind.CUME_DIST) {
            return ratio(over, count(over, SqlStdOperatorTable.COUNT, true), all);
        }
        RexNode one = rex.bigint(1);
        RexNode before =
                rex.builder.makeCall(SqlStdOperatorTable.MINUS, count(over, SqlStdOperatorTable.RANK, true), one);
        RexNode others = rex.builder.makeCall(SqlStdOperatorTable.MINUS, all, one);
        return rex.call(
                over.getType(),
                SqlStdOperatorTable.CASE,
                rex.builder.makeCall(SqlStdOperatorTable.EQUALS, all, one),
                rex.builder.makeApproxLiteral(BigDecimal.ZERO, over.getType()),
                ratio(over, before, others));
    }

    private RexNode ratio(RexOver over, RexNode a, RexNode b) {
        return rex.call(
                over.getType(),
                SqlStdOperatorTable.DIVIDE,
                rex.builder.makeCast(over.getType(), a),
                rex.builder.makeCast(over.getType(), b));
    }

    private RexNode count(RexOver over, SqlAggFunction function, boolean ordered) {
        RexWindow window = over.getWindow();
        return rex.builder.makeOver(
                rex.types.createSqlType(SqlTypeName.BIGINT),
                function,
                List.of(),
                window.partitionKeys,
                ordered ? window.orderKeys : ImmutableList.of(),
                RexWindowBounds.UNBOUNDED_PRECEDING,
                ordered ? RexWindowBounds.CURRENT_ROW : RexWindowBounds.UNBOUNDED_FOLLOWING,
                false,
                true,
                false,
                false);
    }

    private RexNode asDouble(RexNode operand) {
        return expressions.casts.cast(operand, operand.getType(), rex.type(SqlTypeName.DOUBLE, operand));
    }

    private List<RexNode> operands(RexOver over) {
        List<RexNode> operands = expressions.rewrite(over.getOperands());
        boolean hasDefault = operands.size() == 3 && (over.getKind() == SqlKind.LAG || over.getKind() == SqlKind.LEAD);
        if (!hasDefault) {
            return operands;
        }
        RelDataType type = over.getOperands().get(0).getType();
        RexNode otherwise =
                expressions.branch(operands.get(2), over.getOperands().get(2).getType(), type);
        return List.of(operands.get(0), operands.get(1), otherwise);
    }

    /** Whether a key may tell rows apart. Generated code cannot order by a constant. */
    private static boolean varies(RexNode key) {
        return !RexUtil.isConstant(key);
    }

    private RexNode make(RexOver over, SqlAggFunction function, RelDataType type, List<RexNode> operands) {
        RexWindow window = over.getWindow();
        RangeFrames frames = RangeFrames.hasOffset(window) ? new RangeFrames(rex, expressions.casts, over) : null;
        List<RexNode> partitions = new ArrayList<>();
        for (RexNode key : expressions.rewrite(
                window.partitionKeys.stream().filter(WindowRewriter::varies).toList())) {
            partitions.add(Comparisons.needsNormal(key.getType()) ? expressions.comparisons.normal(key) : key);
        }
        ImmutableList.Builder<RexFieldCollation> order = ImmutableList.builder();
        for (RexFieldCollation key : window.orderKeys) {
            if (frames == null && !varies(key.left)) {
                continue;
            }
            RexNode value = key.left.accept(expressions);
            order.add(
                    frames == null
                            ? new RexFieldCollation(expressions.comparisons.key(value), key.right)
                            : frames.key(key, value));
        }
        return rex.builder.makeOver(
                over.getParserPosition(),
                type,
                function,
                operands,
                partitions,
                order.build(),
                frames == null ? window.getLowerBound() : frames.bound(window.getLowerBound()),
                frames == null ? window.getUpperBound() : frames.bound(window.getUpperBound()),
                window.getExclude(),
                window.isRows(),
                true,
                false,
                over.isDistinct(),
                over.ignoreNulls());
    }
}
