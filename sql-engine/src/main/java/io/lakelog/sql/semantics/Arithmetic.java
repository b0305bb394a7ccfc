package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * {@code + - * /}, MOD, ABS and unary minus of numbers and intervals: nothing wraps, and a DECIMAL has exactly the scale of
 * its type.
 */
final class Arithmetic {
    private final Expressions rex;
    private final Casts casts;

    Arithmetic(Expressions rex, Casts casts) {
        this.rex = rex;
        this.casts = casts;
    }

    /** The checked form of a call of one of the operators above; null if the call is none of numbers or intervals. */
    @Nullable
    RexNode rewrite(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        if (SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName())) {
            return interval(call, operands);
        }
        if (SqlTypeName.INT_TYPES.contains(type.getSqlTypeName())) {
            return integer(call, operands);
        }
        if (type.getSqlTypeName() == SqlTypeName.DECIMAL) {
            return decimal(call, operands);
        }
        if (SqlTypeName.APPROX_TYPES.contains(type.getSqlTypeName())) {
            return approximate(call, operands);
        }
        return null;
    }

    private @Nullable RexNode integer(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        if (!call.getOperands().stream().allMatch(operand -> SqlTypeUtil.isIntType(operand.getType()))) {
            return null;
        }
        if (call.getOperator().equals(SqlStdOperatorTable.ROUND)) {
            return round(call, operands);
        }
        boolean isAbs = call.getOperator() == SqlStdOperatorTable.ABS;
        boolean inLongs = type.getSqlTypeName() == SqlTypeName.BIGINT || call.getKind() == SqlKind.MOD || isAbs;
        SemanticFunction function = isAbs ? Functions.BIGINT_ABS : integerFunction(call.getKind(), inLongs);
        if (function == null) {
            return null;
        }
        // TINYINT and SMALLINT are computed as INT; what does not fit is refused by the cast.
        RelDataType computed = rex.nullableIf(
                rex.types.createSqlType(inLongs ? SqlTypeName.BIGINT : SqlTypeName.INTEGER), type.isNullable());
        return casts.cast(rex.call(computed, function, aligned(call, operands, computed)), computed, type);
    }

    /** ROUND of an integer as that of a DECIMAL, for 2147483647 rounds to a number that is no INT. */
    private RexNode round(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        RelDataType digits = rex.nullableIf(rex.types.createSqlType(SqlTypeName.DECIMAL, 20, 0), type.isNullable());
        List<RexNode> made = new ArrayList<>(operands);
        made.set(0, casts.cast(operands.get(0), call.getOperands().get(0).getType(), digits));
        return casts.cast(rex.call(digits, call.getOperator(), made), digits, type);
    }

    private static @Nullable SemanticFunction integerFunction(SqlKind kind, boolean inLongs) {
        return switch (kind) {
            case PLUS, CHECKED_PLUS -> inLongs ? Functions.BIGINT_PLUS : Functions.INT_PLUS;
            case MINUS, CHECKED_MINUS -> inLongs ? Functions.BIGINT_MINUS : Functions.INT_MINUS;
            case TIMES, CHECKED_TIMES -> inLongs ? Functions.BIGINT_TIMES : Functions.INT_TIMES;
            case DIVIDE, CHECKED_DIVIDE -> inLongs ? Functions.BIGINT_DIVIDE : Functions.INT_DIVIDE;
            case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> inLongs ? Functions.BIGINT_NEGATE : Functions.INT_NEGATE;
            case MOD -> Functions.BIGINT_MOD;
            default -> null;
        };
    }

    private @Nullable RexNode decimal(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getType();
        if (!call.getOperands().stream().allMatch(operand -> SqlTypeUtil.isExactNumeric(operand.getType()))) {
            return null;
        }
        SemanticFunction function =
                switch (call.getKind()) {
                    case PLUS, CHECKED_PLUS -> Functions.DECIMAL_PLUS;
                    case MINUS, CHECKED_MINUS -> Functions.DECIMAL_MINUS;
                    case TIMES, CHECKED_TIMES -> Functions.DECIMAL_TIMES;
                    case DIVIDE, CHECKED_DIVIDE -> Functions.DECIMAL_DIVIDE;
                    case MOD -> Functions.DECIMAL_MOD;
                    default -> null;
                };
        if (function != null) {
            return rex.call(
                    type,
                    function,
                    digits(call, operands, 0),
                    digits(call, operands, 1),
                    rex.integer(type.getPrecision()),
                    rex.integer(type.getScale()));
        }
        return switch (call.getKind()) {
            case MINUS_PREFIX, CHECKED_MINUS_PREFIX ->
                rex.call(type, Functions.DECIMAL_NEGATE, digits(call, operands, 0));
            default ->
                call.getOperator() == SqlStdOperatorTable.ABS
                        ? rex.call(type, Functions.DECIMAL_ABS, digits(call, operands, 0))
                        : null;
        };
    }

    /** An operand of decimal arithmetic: integers become decimals of as many digits as they have. */
    private RexNode digits(RexCall call, List<RexNode> operands, int index) {
        RelDataType old = call.getOperands().get(index).getType();
        RexNode operand = operands.get(index);
        if (old.getSqlTypeName() == SqlTypeName.DECIMAL) {
            return operand;
        }
        RelDataType decimal = rex.nullableIf(rex.types.decimalOf(old), old.isNullable());
        return casts.cast(operand, old, decimal);
    }

    private @Nullable RexNode approximate(RexCall call, List<RexNode> operands) {
        SqlOperator operator =
                switch (call.getKind()) {
                    case PLUS, CHECKED_PLUS -> SqlStdOperatorTable.PLUS;
                    case MINUS, CHECKED_MINUS -> SqlStdOperatorTable.MINUS;
                    case TIMES, CHECKED_TIMES -> SqlStdOperatorTable.MULTIPLY;
                    case DIVIDE, CHECKED_DIVIDE -> SqlStdOperatorTable.DIVIDE;
                    default -> null;
                };
        if (operator == null || !call.getOperands().stream().allMatch(o -> SqlTypeUtil.isNumeric(o.getType()))) {
            return null;
        }
        return rex.call(call.getType(), operator, aligned(call, operands, call.getType()));
    }

    /** Day-time intervals are BIGINT now; year-month intervals still are Calcite's, whose functions on them are checked. */
    private @Nullable RexNode interval(RexCall call, List<RexNode> operands) {
        RelDataType type = rex.carried(call.getType());
        boolean dayTime = CarriedTypes.isCarried(call.getType());
        SqlOperator operator = dayTime ? integerFunction(call.getKind(), true) : checked(call.getKind());
        if (operator == null || operator == Functions.BIGINT_MOD) {
            return null;
        }
        if (call.getOperands().stream().allMatch(o -> SqlTypeUtil.isInterval(o.getType()))) {
            return rex.call(type, operator, operands);
        }
        int number = SqlTypeUtil.isInterval(call.getOperands().get(0).getType()) ? 1 : 0;
        RelDataType numberType = call.getOperands().get(number).getType();
        boolean product = operator == Functions.BIGINT_TIMES || operator == SqlStdOperatorTable.CHECKED_MULTIPLY;
        boolean quotient = operator == Functions.BIGINT_DIVIDE || operator == SqlStdOperatorTable.CHECKED_DIVIDE;
        if (!product && !quotient) {
            return null;
        }
        RexNode interval = operands.get(1 - number);
        if (SqlTypeUtil.isIntType(numberType)) {
            SqlTypeName integer = dayTime ? SqlTypeName.BIGINT : SqlTypeName.INTEGER;
            RexNode count = casts.cast(
                    operands.get(number),
                    numberType,
                    rex.nullableIf(rex.types.createSqlType(integer), numberType.isNullable()));
            return rex.call(type, operator, interval, count);
        }
        if (!dayTime || !SqlTypeUtil.isNumeric(numberType) || quotient) {
            throw LakelogException.unsupported(call.getOperator().getName() + " of " + call.getType() + " and "
                    + numberType + " is not supported; use an integer");
        }
        SemanticFunction function = numberType.getSqlTypeName() == SqlTypeName.DECIMAL
                ? Functions.INTERVAL_TIMES_DECIMAL
                : Functions.INTERVAL_TIMES_DOUBLE;
        return rex.call(type, function, interval, operands.get(number));
    }

    private static @Nullable SqlOperator checked(SqlKind kind) {
        return switch (kind) {
            case PLUS, CHECKED_PLUS -> SqlStdOperatorTable.CHECKED_PLUS;
            case MINUS, CHECKED_MINUS -> SqlStdOperatorTable.CHECKED_MINUS;
            case TIMES, CHECKED_TIMES -> SqlStdOperatorTable.CHECKED_MULTIPLY;
            case DIVIDE, CHECKED_DIVIDE -> SqlStdOperatorTable.CHECKED_DIVIDE;
            case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> SqlStdOperatorTable.CHECKED_UNARY_MINUS;
            default -> null;
        };
    }

    /** The operands as values of {@code type}. */
    private List<RexNode> aligned(RexCall call, List<RexNode> operands, RelDataType type) {
        RexNode[] made = new RexNode[operands.size()];
        for (int i = 0; i < made.length; i++) {
            RelDataType old = call.getOperands().get(i).getType();
            made[i] = casts.cast(operands.get(i), old, rex.nullableIf(type, old.isNullable()));
        }
        return List.of(made);
    }
}
