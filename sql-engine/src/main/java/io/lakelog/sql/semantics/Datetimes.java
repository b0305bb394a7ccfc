package io.lakelog.sql.semantics;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Functions and operators of dates, times, timestamps and day-time intervals. */
final class Datetimes {
    private final Expressions rex;
    private final Casts casts;

    Datetimes(Expressions rex, Casts casts) {
        this.rex = rex;
        this.casts = casts;
    }

    /** The call on carried values; null if it is none of the functions here. */
    @Nullable
    RexNode rewrite(RexCall call, List<RexNode> operands) {
        boolean nanos = CarriedTypes.isNanos(call.getType())
                || call.getOperands().stream().anyMatch(operand -> CarriedTypes.isNanos(operand.getType()));
        if (nanos && !ExpressionRewriter.isTransparent(call.getKind())) {
            return new NanosDatetimes(rex, casts).rewrite(call, operands);
        }
        return switch (call.getKind()) {
            case PLUS, CHECKED_PLUS -> plus(call, operands);
            case MINUS, CHECKED_MINUS -> minus(call, operands);
            case TIMESTAMP_ADD -> plusUnits(call, operands);
            case TIMESTAMP_DIFF -> difference(call, operands);
            case EXTRACT -> extract(call, operands);
            case FLOOR, CEIL -> call.getOperands().size() == 2 ? round(call, operands) : null;
            default -> named(call, operands);
        };
    }

    private @Nullable RexNode named(RexCall call, List<RexNode> operands) {
        String name = call.getOperator().getName();
        if (name.equals("LAST_DAY")) {
            RelDataType type = call.getOperands().get(0).getType();
            return isDatetime(type)
                    ? rex.call(call.getType(), Functions.LAST_DAY, wallClock(operands.get(0), type))
                    : null;
        }
        if (name.equals("$TUMBLE") && operands.size() == 2) {
            RelDataType type = call.getOperands().get(0).getType();
            return CarriedTypes.isCarried(type)
                    ? rex.call(
                            rex.carried(call.getType()),
                            Functions.WINDOW_START,
                            operands.get(0),
                            operands.get(1),
                            rex.bigint(0))
                    : null;
        }
        if (name.equals("DATE_FORMAT") && operands.size() == 2) {
            RelDataType type = call.getOperands().get(0).getType();
            return isDatetime(type)
                    ? rex.call(
                            call.getType(),
                            Functions.FORMAT_TIMESTAMP,
                            wallClock(operands.get(0), type),
                            operands.get(1))
                    : null;
        }
        return null;
    }

    private @Nullable RexNode plus(RexCall call, List<RexNode> operands) {
        int datetime = isDatetime(call.getOperands().get(0).getType()) ? 0 : 1;
        RelDataType type = call.getOperands().get(datetime).getType();
        RelDataType interval = call.getOperands().get(1 - datetime).getType();
        if (!isDatetime(type) || !SqlTypeUtil.isInterval(interval)) {
            return null;
        }
        return add(
                call,
                casts.cast(operands.get(datetime), type, like(call, type)),
                interval,
                operands.get(1 - datetime),
                true);
    }

    private @Nullable RexNode minus(RexCall call, List<RexNode> operands) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (!isDatetime(left)) {
            return null;
        }
        if (SqlTypeUtil.isInterval(right)) {
            return add(call, casts.cast(operands.get(0), left, like(call, left)), right, operands.get(1), false);
        }
        if (!isDatetime(right)) {
            return null;
        }
        RexNode from = wallClock(operands.get(1), right);
        RexNode to = wallClock(operands.get(0), left);
        if (left.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                && right.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                && CarriedTypes.isCarried(call.getType())) {
            return rex.call(rex.carried(call.getType()), Functions.BIGINT_MINUS, operands);
        }
        if (CarriedTypes.isCarried(call.getType())) {
            return rex.call(rex.carried(call.getType()), Functions.BIGINT_MINUS, to, from);
        }
        if (!SqlTypeName.YEAR_INTERVAL_TYPES.contains(call.getType().getSqlTypeName())) {
            return null;
        }
        RexNode months = rex.call(SqlTypeName.BIGINT, Functions.MONTHS_BETWEEN, to, from);
        RexNode count = casts.cast(
                months,
                months.getType(),
                rex.nullableIf(
                        rex.types.createSqlType(SqlTypeName.INTEGER),
                        call.getType().isNullable()));
        return rex.builder.makeReinterpretCast(call.getType(), count, rex.builder.makeLiteral(false));
    }

    /** The call's type, as nullable as {@code operand}. */
    private RelDataType like(RexCall call, RelDataType operand) {
        return rex.nullableIf(call.getType(), operand.isNullable());
    }

    private @Nullable RexNode add(
            RexCall call, RexNode datetime, RelDataType intervalType, RexNode interval, boolean plus) {
        RelDataType result = rex.carried(call.getType());
        SqlTypeName type = call.getType().getSqlTypeName();
        if (CarriedTypes.isCarried(intervalType)) {
            return switch (type) {
                case DATE -> rex.call(result, plus ? Functions.DATE_PLUS : Functions.DATE_MINUS, datetime, interval);
                case TIME -> rex.call(result, plus ? Functions.TIME_PLUS : Functions.TIME_MINUS, datetime, interval);
                case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                    rex.call(result, plus ? Functions.TIMESTAMP_PLUS : Functions.TIMESTAMP_MINUS, datetime, interval);
                default -> null;
            };
        }
        RexNode months = months(rex, casts, interval, plus);
        return switch (type) {
            case DATE -> rex.call(result, Functions.DATE_PLUS_MONTHS, datetime, months);
            case TIMESTAMP -> rex.call(result, Functions.TIMESTAMP_PLUS_MONTHS, datetime, months);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                rex.call(
                        result,
                        Functions.LOCAL_TO_UTC,
                        rex.call(SqlTypeName.BIGINT, Functions.TIMESTAMP_PLUS_MONTHS, casts.local(datetime), months));
            default -> null;
        };
    }

    /** A year-month interval as a number of months. */
    static RexNode months(Expressions rex, Casts casts, RexNode interval, boolean plus) {
        RexNode count = rex.builder.makeReinterpretCast(
                rex.type(SqlTypeName.INTEGER, interval), interval, rex.builder.makeLiteral(false));
        RexNode months = casts.cast(count, count.getType(), rex.type(SqlTypeName.BIGINT, interval));
        return plus ? months : rex.call(SqlTypeName.BIGINT, Functions.BIGINT_NEGATE, months);
    }

    private RexNode plusUnits(RexCall call, List<RexNode> operands) {
        DatetimeUnit unit = unit(call, operands.get(0));
        RelDataType source = call.getOperands().get(2).getType();
        RelDataType number = call.getOperands().get(1).getType();
        RexNode count = casts.cast(operands.get(1), number, rex.type(SqlTypeName.BIGINT, operands.get(1)));
        RelDataType type = call.getType();
        if (unit.months == 0 && unit.micros == 0 && unit != DatetimeUnit.NANOSECOND) {
            throw noUnit(call, unit);
        }
        RexNode ordinal = rex.integer(unit.ordinal());
        if (type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                && unit.months == 0
                && unit != DatetimeUnit.DAY
                && unit != DatetimeUnit.WEEK) {
            return rex.call(rex.carried(type), Functions.TIMESTAMP_PLUS_UNITS, operands.get(2), count, ordinal);
        }
        RexNode sum = rex.call(
                SqlTypeName.BIGINT, Functions.TIMESTAMP_PLUS_UNITS, wallClock(operands.get(2), source), count, ordinal);
        RelDataType wall = rex.nullableIf(rex.types.createSqlType(SqlTypeName.TIMESTAMP, 6), type.isNullable());
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP ? sum : casts.cast(sum, wall, type);
    }

    private RexNode difference(RexCall call, List<RexNode> operands) {
        DatetimeUnit unit = unit(call, operands.get(0));
        if (unit.months == 0 && unit.micros == 0 && unit != DatetimeUnit.NANOSECOND) {
            throw noUnit(call, unit);
        }
        RexNode from = wallClock(operands.get(1), call.getOperands().get(1).getType());
        RexNode to = wallClock(operands.get(2), call.getOperands().get(2).getType());
        RexNode count =
                rex.call(SqlTypeName.BIGINT, Functions.TIMESTAMP_DIFFERENCE, to, from, rex.integer(unit.ordinal()));
        return casts.cast(count, count.getType(), call.getType());
    }

    private @Nullable RexNode extract(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getOperands().get(1).getType();
        boolean interval = CarriedTypes.isCarried(type) && SqlTypeUtil.isInterval(type);
        if (!interval && !isDatetime(type)) {
            return null;
        }
        DatetimeUnit unit = unit(call, operands.get(0));
        RexNode value = interval
                        || unit == DatetimeUnit.EPOCH
                                && type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                ? operands.get(1)
                : wallClock(operands.get(1), type);
        SemanticFunction function = interval ? Functions.EXTRACT_FROM_INTERVAL : Functions.EXTRACT;
        RexNode field = rex.call(SqlTypeName.BIGINT, function, value, rex.integer(unit.ordinal()));
        return casts.cast(field, field.getType(), call.getType());
    }

    private @Nullable RexNode round(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getOperands().get(0).getType();
        if (!isDatetime(type)) {
            return null;
        }
        DatetimeUnit unit = unit(call, operands.get(1));
        if (unit.months == 0 && unit.micros == 0 && unit != DatetimeUnit.ISOYEAR) {
            throw noUnit(call, unit);
        }
        SemanticFunction function = call.getKind() == SqlKind.FLOOR ? Functions.FLOOR : Functions.CEIL;
        RexNode rounded =
                rex.call(SqlTypeName.BIGINT, function, wallClock(operands.get(0), type), rex.integer(unit.ordinal()));
        RelDataType wall = rex.nullableIf(
                rex.types.createSqlType(SqlTypeName.TIMESTAMP, 6),
                rounded.getType().isNullable());
        return casts.cast(rounded, wall, call.getType());
    }

    /** A date, time or timestamp as a timestamp of the wall clock. */
    private RexNode wallClock(RexNode value, RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case DATE -> rex.call(SqlTypeName.BIGINT, Functions.DATE_TO_TIMESTAMP, value);
            case TIME -> rex.call(SqlTypeName.BIGINT, Functions.TIME_TO_TIMESTAMP, value);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> casts.local(value);
            default -> value;
        };
    }

    static boolean isDatetime(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> false;
        };
    }

    static DatetimeUnit unit(RexCall call, RexNode flag) {
        DatetimeUnit unit =
                flag instanceof RexLiteral literal ? DatetimeUnit.ofSymbol(literal.getValueAs(Enum.class)) : null;
        if (unit == null) {
            throw LakelogException.unsupported(
                    call.getOperator().getName() + " with the unit " + flag + " is not supported");
        }
        return unit;
    }

    private static LakelogException noUnit(RexCall call, DatetimeUnit unit) {
        return new LakelogException(
                ErrorCode.INVALID_STATEMENT, call.getOperator().getName() + " knows no unit " + unit);
    }
}
