package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.NlsString;

/** {@code = <> < <= > >=} and IS [NOT] DISTINCT FROM: both sides become one type and, where Java orders wrongly, keys. */
final class Comparisons {
    private static final int MAX_DIGITS = 38;

    private final Expressions rex;
    private final Casts casts;

    Comparisons(Expressions rex, Casts casts) {
        this.rex = rex;
        this.casts = casts;
    }

    static boolean isComparison(SqlKind kind) {
        return switch (kind) {
            case EQUALS,
                    NOT_EQUALS,
                    LESS_THAN,
                    LESS_THAN_OR_EQUAL,
                    GREATER_THAN,
                    GREATER_THAN_OR_EQUAL,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM -> true;
            default -> false;
        };
    }

    RexNode rewrite(RexCall call, List<RexNode> operands) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        boolean ordering =
                switch (call.getKind()) {
                    case LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL -> true;
                    default -> false;
                };
        RexNode a = operands.get(0);
        RexNode b = operands.get(1);
        if (SqlTypeUtil.isNumeric(left) && SqlTypeUtil.isNumeric(right)) {
            return numbers(call, operands, ordering);
        }
        if (SqlTypeUtil.inCharFamily(left) && SqlTypeUtil.inCharFamily(right)) {
            if (ignoresBlanks(a, left, b, right)) {
                a = withoutBlanks(a);
                b = withoutBlanks(b);
            }
            return ordering ? compare(call, key(a), key(b)) : compare(call, a, b);
        }
        if (Datetimes.isDatetime(left) || Datetimes.isDatetime(right)) {
            return datetimes(call, a, left, b, right);
        }
        boolean nested = NestedCasts.isNested(left) || NestedCasts.isNested(right);
        if (nested && (ordering || !NestedCasts.sameForm(left, right) && !NestedCasts.sameForm(right, left))) {
            throw LakelogException.unsupported(
                    call.getOperator().getName() + " of " + left + " and " + right + " is not supported");
        }
        if (nested) {
            return nested(call, a, b);
        }
        boolean intervals = SqlTypeUtil.isInterval(left) && SqlTypeUtil.isInterval(right);
        if (CarriedTypes.touches(left) != CarriedTypes.touches(right)
                        && left.getSqlTypeName() != SqlTypeName.NULL
                        && right.getSqlTypeName() != SqlTypeName.NULL
                || ordering && !intervals && (left.isStruct() || left.getComponentType() != null)) {
            throw LakelogException.unsupported(
                    call.getOperator().getName() + " of " + left + " and " + right + " is not supported");
        }
        return compare(call, a, b);
    }

    /** Equality by value; Calcite would take a join by one ROW for a join by whole rows. */
    private RexNode nested(RexCall call, RexNode a, RexNode b) {
        return switch (call.getKind()) {
            case EQUALS -> rex.call(call.getType(), Functions.NESTED_EQUAL, a, b);
            case NOT_EQUALS ->
                rex.call(
                        call.getType(),
                        SqlStdOperatorTable.NOT,
                        rex.call(call.getType(), Functions.NESTED_EQUAL, a, b));
            default ->
                throw LakelogException.unsupported(call.getOperator().getName() + " of "
                        + call.getOperands().get(0).getType() + " is not supported");
        };
    }

    /** Whether both are CHAR, of different lengths: blanks at the end do not count then. (Literals alone are exact.) */
    private static boolean ignoresBlanks(RexNode a, RelDataType left, RexNode b, RelDataType right) {
        return left.getSqlTypeName() == SqlTypeName.CHAR
                && right.getSqlTypeName() == SqlTypeName.CHAR
                && left.getPrecision() != right.getPrecision()
                && !(a instanceof RexLiteral && b instanceof RexLiteral);
    }

    private RexNode withoutBlanks(RexNode value) {
        return rex.call(SqlTypeName.VARCHAR, Functions.WITHOUT_BLANKS, value);
    }

    private RexNode compare(RexCall call, RexNode a, RexNode b) {
        return rex.call(call.getType(), call.getOperator(), a, b);
    }

    private RexNode datetimes(RexCall call, RexNode a, RelDataType left, RexNode b, RelDataType right) {
        RelDataType common = rank(left) >= rank(right) ? left : right;
        boolean nanos = CarriedTypes.isNanos(left) || CarriedTypes.isNanos(right);
        return compare(call, common(a, left, common, nanos), common(b, right, common, nanos));
    }

    /** The type of the higher rank can hold all values of the lower. */
    private static int rank(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 4;
            case TIMESTAMP -> 3;
            case DATE, TIME -> 2;
            default -> 1;
        };
    }

    private RexNode common(RexNode value, RelDataType type, RelDataType common, boolean nanos) {
        boolean sameKind = type.getSqlTypeName() == common.getSqlTypeName();
        boolean sameForm = CarriedTypes.isNanos(type) == nanos;
        if (sameKind && sameForm || type.getSqlTypeName() == SqlTypeName.NULL) {
            return value;
        }
        // No digit may be lost: compare at full precision.
        boolean timestamp = CarriedTypes.isCarried(common);
        RelDataType full = timestamp ? rex.types.createSqlType(common.getSqlTypeName(), nanos ? 9 : 6) : common;
        return casts.cast(value, type, rex.nullableIf(full, type.isNullable()));
    }

    private RexNode numbers(RexCall call, List<RexNode> operands, boolean ordering) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        RexNode a = operands.get(0);
        RexNode b = operands.get(1);
        if (SqlTypeUtil.isApproximateNumeric(left) || SqlTypeUtil.isApproximateNumeric(right)) {
            RelDataType type = rex.types.createSqlType(SqlTypeName.DOUBLE);
            return compare(call, key(to(a, left, type)), key(to(b, right, type)));
        }
        if (left.getSqlTypeName() == right.getSqlTypeName() && left.getScale() == right.getScale()) {
            return compare(call, a, b);
        }
        if (SqlTypeUtil.isIntType(left) && SqlTypeUtil.isIntType(right)) {
            RelDataType wider = left.getPrecision() >= right.getPrecision() ? left : right;
            return compare(call, to(a, left, wider), to(b, right, wider));
        }
        RelDataType first = rex.types.decimalOf(left);
        RelDataType second = rex.types.decimalOf(right);
        int scale = Math.max(first.getScale(), second.getScale());
        int whole = Math.max(first.getPrecision() - first.getScale(), second.getPrecision() - second.getScale());
        if (whole + scale <= MAX_DIGITS) {
            RelDataType common = rex.types.createSqlType(SqlTypeName.DECIMAL, whole + scale, scale);
            return compare(call, to(a, left, common), to(b, right, common));
        }
        RexNode x = to(a, left, first);
        RexNode y = to(b, right, second);
        return ordering ? compare(call, x, y) : compare(call, normal(x), normal(y));
    }

    private RexNode to(RexNode value, RelDataType type, RelDataType wanted) {
        return casts.cast(value, type, rex.nullableIf(wanted, type.isNullable()));
    }

    /** What {@code value}, of a carried type, is compared and sorted by. */
    RexNode key(RexNode value) {
        RelDataType type = value.getType();
        if (SqlTypeUtil.inCharFamily(type)) {
            return textKey(value);
        }
        if (!SqlTypeUtil.isApproximateNumeric(type)) {
            return value;
        }
        if (value instanceof RexLiteral literal) {
            BigDecimal number = literal.getValueAs(BigDecimal.class);
            return number == null
                    ? rex.builder.makeNullLiteral(rex.nullableIf(rex.types.createSqlType(SqlTypeName.BIGINT), true))
                    : rex.bigint(OrderKeys.doubleKey(number.doubleValue()));
        }
        return rex.call(SqlTypeName.BIGINT, Functions.DOUBLE_KEY, value);
    }

    private RexNode textKey(RexNode value) {
        if (!(value instanceof RexLiteral literal)) {
            // Of no length: a key may be longer than its text, and a CHAR literal of it would be padded.
            return rex.call(SqlTypeName.VARCHAR, Functions.CODE_POINT_KEY, value);
        }
        NlsString text = literal.getValueAs(NlsString.class);
        if (text == null) {
            return value;
        }
        String key = OrderKeys.codePointKey(text.getValue());
        return key.equals(text.getValue())
                ? value
                : rex.builder.makeCharLiteral(new NlsString(key, text.getCharsetName(), text.getCollation()));
    }

    /** The value that {@link #key} was made from; what is not a text or double is itself. */
    RexNode fromKey(RexNode key, RelDataType type) {
        if (SqlTypeUtil.inCharFamily(type)) {
            return rex.call(type, Functions.FROM_CODE_POINT_KEY, key);
        }
        if (!SqlTypeUtil.isApproximateNumeric(type)) {
            return key;
        }
        RelDataType wide = rex.nullableIf(rex.types.createSqlType(SqlTypeName.DOUBLE), type.isNullable());
        return casts.cast(rex.call(wide, Functions.FROM_DOUBLE_KEY, key), wide, type);
    }

    /** The one value that stands for all that SQL calls equal, where Java's equals would tell them apart. */
    RexNode normal(RexNode value) {
        return switch (value.getType().getSqlTypeName()) {
            case REAL -> rex.call(value.getType(), Functions.NORMAL_REAL, value);
            case FLOAT, DOUBLE -> rex.call(value.getType(), Functions.NORMAL_DOUBLE, value);
            case DECIMAL -> rex.call(value.getType(), Functions.NORMAL_DECIMAL, value);
            default -> value;
        };
    }

    /** Whether grouping needs {@link #normal} for values of {@code type}. (Decimals of one type have one scale.) */
    static boolean needsNormal(RelDataType type) {
        return SqlTypeUtil.isApproximateNumeric(type);
    }

    /** Whether sorting needs {@link #key} for values of {@code type}. */
    static boolean needsKey(RelDataType type) {
        return SqlTypeUtil.inCharFamily(type) || SqlTypeUtil.isApproximateNumeric(type);
    }
}
