package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Functions of timestamps of more than 6 fraction digits. What would lose digits, or would have to be written twice for little
 * use, is refused.
 */
final class NanosDatetimes {
    private final Expressions rex;
    private final Casts casts;

    NanosDatetimes(Expressions rex, Casts casts) {
        this.rex = rex;
        this.casts = casts;
    }

    /** The call, an operand or the result of which is a timestamp of nanoseconds. */
    RexNode rewrite(RexCall call, List<RexNode> operands) {
        return switch (call.getKind()) {
            case PLUS, CHECKED_PLUS -> {
                int time = SqlTypeUtil.isInterval(call.getOperands().get(0).getType()) ? 1 : 0;
                yield plus(call, operands, time, 1 - time, true);
            }
            case MINUS, CHECKED_MINUS ->
                SqlTypeUtil.isInterval(call.getOperands().get(1).getType())
                        ? plus(call, operands, 0, 1, false)
                        : difference(call, operands);
            case EXTRACT -> extract(call, operands);
            case FLOOR -> floor(call, operands);
            default -> named(call, operands);
        };
    }

    private RexNode plus(RexCall call, List<RexNode> operands, int time, int interval, boolean plus) {
        RelDataType type = call.getOperands().get(time).getType();
        RelDataType result = rex.carried(call.getType());
        if (!CarriedTypes.isNanos(call.getType())
                || type.getSqlTypeName() != call.getType().getSqlTypeName()) {
            throw refused(call);
        }
        RexNode value = casts.cast(operands.get(time), type, rex.nullableIf(call.getType(), type.isNullable()));
        RexNode step = operands.get(interval);
        if (CarriedTypes.isCarried(call.getOperands().get(interval).getType())) {
            return rex.call(result, plus ? Functions.NANOS_PLUS : Functions.NANOS_MINUS, value, step);
        }
        RexNode months = Datetimes.months(rex, casts, step, plus);
        if (type.getSqlTypeName() == SqlTypeName.TIMESTAMP) {
            return rex.call(result, Functions.NANOS_PLUS_MONTHS, value, months);
        }
        RexNode local = casts.wallClockNanos(value, type);
        return rex.call(
                result, Functions.NANOS_LOCAL_TO_UTC, rex.call(result, Functions.NANOS_PLUS_MONTHS, local, months));
    }

    private RexNode difference(RexCall call, List<RexNode> operands) {
        RelDataType left = call.getOperands().get(0).getType();
        RelDataType right = call.getOperands().get(1).getType();
        if (!CarriedTypes.isCarried(call.getType()) || left.getSqlTypeName() != right.getSqlTypeName()) {
            throw refused(call);
        }
        return rex.call(
                rex.carried(call.getType()),
                Functions.NANOS_BETWEEN,
                nanos(operands.get(0), left),
                nanos(operands.get(1), right));
    }

    private RexNode nanos(RexNode value, RelDataType type) {
        RelDataType full = rex.types.createSqlType(type.getSqlTypeName(), 9);
        return casts.cast(value, type, rex.nullableIf(full, type.isNullable()));
    }

    private RexNode extract(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getOperands().get(1).getType();
        DatetimeUnit unit = Datetimes.unit(call, operands.get(0));
        RexNode field;
        if (unit == DatetimeUnit.NANOSECOND) {
            field = rex.call(SqlTypeName.BIGINT, Functions.NANO_OF_SECOND, operands.get(1));
        } else {
            RexNode time = unit == DatetimeUnit.EPOCH ? operands.get(1) : casts.wallClockNanos(operands.get(1), type);
            field = rex.call(SqlTypeName.BIGINT, Functions.EXTRACT, micros(time), rex.integer(unit.ordinal()));
        }
        return casts.cast(field, field.getType(), call.getType());
    }

    private RexNode floor(RexCall call, List<RexNode> operands) {
        RelDataType type = call.getOperands().get(0).getType();
        if (operands.size() != 2) {
            throw refused(call);
        }
        DatetimeUnit unit = Datetimes.unit(call, operands.get(1));
        if (unit.months == 0 && unit.micros == 0 && unit != DatetimeUnit.ISOYEAR) {
            throw refused(call);
        }
        RexNode wall = micros(casts.wallClockNanos(operands.get(0), type));
        RexNode rounded = rex.call(SqlTypeName.BIGINT, Functions.FLOOR, wall, rex.integer(unit.ordinal()));
        RelDataType micros = rex.nullableIf(
                rex.types.createSqlType(SqlTypeName.TIMESTAMP, 6),
                rounded.getType().isNullable());
        return casts.cast(rounded, micros, call.getType());
    }

    private RexNode named(RexCall call, List<RexNode> operands) {
        String name = call.getOperator().getName();
        RelDataType type = call.getOperands().isEmpty()
                ? call.getType()
                : call.getOperands().get(0).getType();
        if (name.equals("LAST_DAY") && CarriedTypes.isNanos(type)) {
            return rex.call(call.getType(), Functions.LAST_DAY, micros(casts.wallClockNanos(operands.get(0), type)));
        }
        if (name.equals("DATE_FORMAT") && operands.size() == 2 && CarriedTypes.isNanos(type)) {
            return rex.call(
                    call.getType(),
                    Functions.FORMAT_NANOS,
                    casts.wallClockNanos(operands.get(0), type),
                    operands.get(1));
        }
        throw refused(call);
    }

    private RexNode micros(RexNode nanos) {
        return rex.call(SqlTypeName.BIGINT, Functions.NANOS_TO_MICROS, nanos);
    }

    private static LakelogException refused(RexCall call) {
        return LakelogException.unsupported(call.getOperator().getName()
                + " is not supported on timestamps of more than 6 fraction digits; CAST them to TIMESTAMP(6)");
    }
}
