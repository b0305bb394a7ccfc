package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.SqlRexConvertlet;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.StandardConvertletTable;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's conversion of calls, but for those that it spells out in other terms with loss: TIMESTAMPADD and TIMESTAMPDIFF
 * (through milliseconds, or whole seconds), AVG and STDDEV with OVER (through sums that overflow), equality (through
 * a common type that may not hold both), CAST of intervals to numbers (through milliseconds).
 */
final class Convertlets implements SqlRexConvertletTable {
    static final Convertlets INSTANCE = new Convertlets();

    private Convertlets() {}

    @Override
    public @Nullable SqlRexConvertlet get(SqlCall call) {
        SqlOperator operator = call.getOperator();
        if (operator == SqlStdOperatorTable.TIMESTAMP_ADD || operator == SqlStdOperatorTable.TIMESTAMP_DIFF) {
            SqlIntervalQualifier qualifier = call.operand(0);
            return DatetimeUnit.of(qualifier.getUnit()) == null
                    ? StandardConvertletTable.INSTANCE.get(call)
                    : Convertlets::ofUnits;
        }
        return switch (call.getKind()) {
            case EQUALS, NOT_EQUALS, IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> Convertlets::equality;
            case CAST -> Convertlets::cast;
            case AVG, STDDEV_POP, STDDEV_SAMP, VAR_POP, VAR_SAMP ->
                (context, aggregate) -> StandardConvertletTable.INSTANCE.convertAggregateFunction(
                        context, (SqlAggFunction) aggregate.getOperator(), aggregate);
            default -> StandardConvertletTable.INSTANCE.get(call);
        };
    }

    /** An equality of numbers, or of texts, as it is: Calcite would cast both to one type, where one may not fit. */
    private static RexNode equality(SqlRexContext context, SqlCall call) {
        List<RelDataType> types = new ArrayList<>();
        for (SqlNode operand : call.getOperandList()) {
            RelDataType type = context.getValidator().getValidatedNodeTypeIfKnown(operand);
            if (type == null) {
                return standard(context, call);
            }
            types.add(type);
        }
        if (!types.stream().allMatch(SqlTypeUtil::isNumeric) && !types.stream().allMatch(SqlTypeUtil::inCharFamily)) {
            return standard(context, call);
        }
        List<RexNode> operands =
                call.getOperandList().stream().map(context::convertExpression).toList();
        return context.getRexBuilder().makeCall(call.getParserPosition(), call.getOperator(), operands);
    }

    /** A cast of a day-time interval to a number as it is: Calcite would spell it out with whole milliseconds. */
    private static RexNode cast(SqlRexContext context, SqlCall call) {
        RelDataType source = context.getValidator().getValidatedNodeTypeIfKnown(call.operand(0));
        RelDataType target = context.getValidator().getValidatedNodeTypeIfKnown(call);
        if (source == null
                || target == null
                || call.operandCount() != 2
                || !SqlTypeName.DAY_INTERVAL_TYPES.contains(source.getSqlTypeName())
                || !SqlTypeUtil.isNumeric(target)) {
            return standard(context, call);
        }
        return context.getRexBuilder().makeAbstractCast(target, context.convertExpression(call.operand(0)), false);
    }

    private static RexNode standard(SqlRexContext context, SqlCall call) {
        SqlRexConvertlet convertlet = StandardConvertletTable.INSTANCE.get(call);
        if (convertlet == null) {
            throw new IllegalStateException("no conversion of " + call.getOperator());
        }
        return convertlet.convertCall(context, call);
    }

    private static RexNode ofUnits(SqlRexContext context, SqlCall call) {
        SqlIntervalQualifier qualifier = call.operand(0);
        TimeUnit unit = qualifier.getUnit();
        RelDataType type = context.getValidator().getValidatedNodeType(call);
        return context.getRexBuilder()
                .makeCall(
                        call.getParserPosition(),
                        type,
                        call.getOperator(),
                        List.of(
                                context.getRexBuilder().makeFlag(unit),
                                context.convertExpression(call.operand(1)),
                                context.convertExpression(call.operand(2))));
    }
}
