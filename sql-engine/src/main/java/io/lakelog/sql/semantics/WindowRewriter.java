package io.lakelog.sql.semantics;

import com.google.common.collect.ImmutableList;
import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

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
        }
        SemanticAggregate checked = SemanticAggregate.replacing(function, argument, type);
        return make(over, checked == null ? function : checked, type, operands);
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

    private RexNode make(RexOver over, SqlAggFunction function, RelDataType type, List<RexNode> operands) {
        RexWindow window = over.getWindow();
        RexNode lowest = window.getLowerBound().getOffset();
        RexNode highest = window.getUpperBound().getOffset();
        @Nullable
        RelDataType offset = window.isRows() || lowest == null && highest == null
                ? null
                : (lowest == null ? highest : lowest).getType();
        List<RexNode> partitions = new ArrayList<>();
        for (RexNode key : expressions.rewrite(window.partitionKeys)) {
            partitions.add(Comparisons.needsNormal(key.getType()) ? expressions.comparisons.normal(key) : key);
        }
        ImmutableList.Builder<RexFieldCollation> order = ImmutableList.builder();
        for (RexFieldCollation key : window.orderKeys) {
            RexNode value = key.left.accept(expressions);
            RexNode sorted = offset == null
                    ? expressions.comparisons.key(value)
                    : comparableWith(value, key.left.getType(), offset);
            order.add(new RexFieldCollation(sorted, key.right));
        }
        return rex.builder.makeOver(
                over.getParserPosition(),
                type,
                function,
                operands,
                partitions,
                order.build(),
                bound(window.getLowerBound()),
                bound(window.getUpperBound()),
                window.getExclude(),
                window.isRows(),
                true,
                false,
                over.isDistinct(),
                over.ignoreNulls());
    }

    private RexWindowBound bound(RexWindowBound bound) {
        return bound.accept(expressions);
    }

    /** The order key of a RANGE with an offset, in the unit of the offset. */
    private RexNode comparableWith(RexNode value, RelDataType type, RelDataType offset) {
        boolean datetime = Datetimes.isDatetime(type);
        if (datetime && CarriedTypes.isCarried(offset)) {
            return switch (type.getSqlTypeName()) {
                case DATE -> rex.call(SqlTypeName.BIGINT, Functions.DATE_TO_TIMESTAMP, value);
                case TIME -> rex.call(SqlTypeName.BIGINT, Functions.TIME_TO_TIMESTAMP, value);
                default -> value;
            };
        }
        if (datetime || SqlTypeUtil.isInterval(offset)) {
            throw LakelogException.unsupported(
                    "RANGE by an offset of " + offset + " over an order by " + type + " is not supported");
        }
        return value;
    }
}
