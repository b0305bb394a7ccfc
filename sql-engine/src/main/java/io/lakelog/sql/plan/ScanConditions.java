package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Condition;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Conditions that a scan can test on its own vectors: comparisons of a column with a constant of its type or a parameter,
 * IS [NOT] NULL, and AND and OR of such. Whatever might come out differently elsewhere is left alone. Pure.
 */
final class ScanConditions {
    /** Up to here every whole number is exact as a DOUBLE. */
    private static final long EXACT_DOUBLE_MAX = 1L << 53;

    private static final long EXACT_FLOAT_MAX = 1L << 24;

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
        Object value = exactly(literal, type);
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

    /** The literal as a value of the column's type, or null if it is not exactly one. */
    private static @Nullable Object exactly(RexLiteral literal, DataType type) {
        return switch (type.kind()) {
            case BOOLEAN -> literal.getValueAs(Boolean.class);
            case TINYINT, SMALLINT, INT, BIGINT, DECIMAL, DOUBLE, FLOAT -> number(literal, type);
            case CHAR, VARCHAR -> literal.getValueAs(String.class);
            case BINARY, VARBINARY ->
                Objects.requireNonNull(literal.getValueAs(ByteString.class)).getBytes();
            case DATE -> {
                Integer days = literal.getType().getSqlTypeName() == SqlTypeName.DATE
                        ? literal.getValueAs(Integer.class)
                        : null;
                yield days == null ? null : LocalDate.ofEpochDay(days);
            }
            case TIME -> {
                Integer millis = literal.getType().getSqlTypeName() == SqlTypeName.TIME
                                && literal.getType().getPrecision() <= 3
                        ? literal.getValueAs(Integer.class)
                        : null;
                yield millis == null ? null : LocalTime.ofNanoOfDay(millis * 1_000_000L);
            }
            case TIMESTAMP ->
                literal.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP ? dateTime(literal, type) : null;
            case TIMESTAMP_LTZ -> null;
        };
    }

    private static @Nullable Object dateTime(RexLiteral literal, DataType type) {
        TimestampString text = literal.getValueAs(TimestampString.class);
        if (text == null) {
            return null;
        }
        LocalDateTime time = LocalDateTime.parse(text.toString().replace(' ', 'T'));
        LocalDateTime kept = Values.dateTime(Values.truncate(Values.micros(time), type.length()));
        return kept.equals(time) ? time : null;
    }

    private static @Nullable Object number(RexLiteral literal, DataType type) {
        BigDecimal number = literal.getValueAs(BigDecimal.class);
        if (number == null) {
            return null;
        }
        boolean whole = number.stripTrailingZeros().scale() <= 0 && number.precision() - number.scale() < 20;
        try {
            return switch (type.kind()) {
                case TINYINT -> number.byteValueExact();
                case SMALLINT -> number.shortValueExact();
                case INT -> number.intValueExact();
                case BIGINT -> number.longValueExact();
                case DOUBLE -> whole && Math.abs(number.longValue()) <= EXACT_DOUBLE_MAX ? number.doubleValue() : null;
                case FLOAT -> whole && Math.abs(number.longValue()) <= EXACT_FLOAT_MAX ? number.floatValue() : null;
                case DECIMAL -> {
                    BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
                    yield scaled.precision() <= type.length() ? scaled : null;
                }
                default -> throw new IllegalStateException(type.kind().name().toLowerCase(Locale.ROOT));
            };
        } catch (ArithmeticException e) {
            // Not a value of the column's type: the comparison is left to code that widens the column.
            return null;
        }
    }
}
