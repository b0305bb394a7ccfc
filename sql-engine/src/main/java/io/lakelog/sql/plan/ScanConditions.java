package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Condition;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Conditions that a scan can test on its own vectors: comparisons of a column with a constant of its type or a parameter,
 * IS [NOT] NULL, and AND and OR of such. Whatever might come out differently elsewhere is left alone. Pure.
 */
final class ScanConditions {
    private final LakelogScan scan;

    private ScanConditions(LakelogScan scan) {
        this.scan = scan;
    }

    /** The condition over positions in the scan's relation, or null if the scan cannot test it. */
    static @Nullable Condition of(RexNode node, LakelogScan scan) {
        return new ScanConditions(scan).condition(node);
    }

    private @Nullable Condition condition(RexNode node) {
        if (node instanceof RexInputRef) {
            return compare(node, Predicate.Operator.EQUAL, true);
        }
        if (!(node instanceof RexCall call)) {
            return null;
        }
        List<RexNode> operands = call.getOperands();
        return switch (call.getKind()) {
            case AND -> both(operands, true);
            case OR -> both(operands, false);
            case SEARCH -> condition(RexUtil.expandSearch(scan.getCluster().getRexBuilder(), null, node));
            case IS_NULL -> nullTest(operands.get(0), true);
            case IS_NOT_NULL -> nullTest(operands.get(0), false);
            case NOT, IS_FALSE -> compare(operands.get(0), Predicate.Operator.EQUAL, false);
            case IS_TRUE -> compare(operands.get(0), Predicate.Operator.EQUAL, true);
            case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
                column(operands.get(0)) >= 0
                        ? comparison(operands.get(0), call.getKind(), operands.get(1))
                        : comparison(operands.get(1), call.getKind().reverse(), operands.get(0));
            default -> null;
        };
    }

    private @Nullable Condition both(List<RexNode> operands, boolean all) {
        List<Condition> parts = new ArrayList<>();
        for (RexNode operand : operands) {
            Condition part = condition(operand);
            if (part == null) {
                return null;
            }
            parts.add(part);
        }
        return all ? new Condition.And(parts) : new Condition.Or(parts);
    }

    private @Nullable Condition nullTest(RexNode node, boolean isNull) {
        int column = column(node);
        if (column < 0) {
            return null;
        }
        return new Condition.Fixed(isNull ? new Predicate.IsNull(column) : new Predicate.IsNotNull(column));
    }

    private @Nullable Condition compare(RexNode node, Predicate.Operator operator, boolean value) {
        int column = column(node);
        return column < 0 ? null : new Condition.Fixed(new Predicate.Compare(column, operator, value));
    }

    private @Nullable Condition comparison(RexNode left, SqlKind kind, RexNode right) {
        int column = column(left);
        if (column < 0) {
            return null;
        }
        Predicate.Operator operator =
                switch (kind) {
                    case EQUALS -> Predicate.Operator.EQUAL;
                    case NOT_EQUALS -> Predicate.Operator.NOT_EQUAL;
                    case LESS_THAN -> Predicate.Operator.LESS;
                    case LESS_THAN_OR_EQUAL -> Predicate.Operator.LESS_OR_EQUAL;
                    case GREATER_THAN -> Predicate.Operator.GREATER;
                    default -> Predicate.Operator.GREATER_OR_EQUAL;
                };
        DataType type = scan.scan().relation().rowType().type(column);
        if (right instanceof RexDynamicParam parameter) {
            RelDataTypeFactory factory = scan.getCluster().getTypeFactory();
            return SqlTypeUtil.equalSansNullability(factory, parameter.getType(), CalciteTypes.toCalcite(factory, type))
                    ? new Condition.CompareParameter(column, operator, parameter.getIndex())
                    : null;
        }
        if (!(right instanceof RexLiteral literal) || literal.isNull()) {
            return null;
        }
        Object value = RexValues.exactly(literal, type);
        return value == null ? null : new Condition.Fixed(new Predicate.Compare(column, operator, value));
    }

    /** The position in the relation of a bare column, or -1. */
    private int column(RexNode node) {
        RexNode bare = node;
        if (bare instanceof RexCall call
                && call.getKind() == SqlKind.CAST
                && SqlTypeUtil.equalSansNullability(
                        scan.getCluster().getTypeFactory(),
                        call.getType(),
                        call.getOperands().get(0).getType())) {
            bare = call.getOperands().get(0);
        }
        return bare instanceof RexInputRef reference ? scan.scan().columns().get(reference.getIndex()) : -1;
    }
}
