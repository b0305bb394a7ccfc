package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * CAST between any two types. Types are the user's; operands and results are carried. What Calcite's own CAST does right
 * (between texts without limit, BOOLEAN, BINARY and others) is left to it.
 */
final class Casts {
    private static final int INTERVAL_DIGITS = 38;
    private static final int MICRO_DIGITS = 6;

    private final Expressions rex;
    private final LiteralCasts literals;

    Casts(Expressions rex) {
        this.rex = rex;
        literals = new LiteralCasts(rex);
    }

    /** {@code operand}, whose type was {@code source}, as {@code target}, which says whether the result is nullable. */
    RexNode cast(RexNode operand, RelDataType source, RelDataType target) {
        RelDataType result = rex.carried(target);
        if (operand instanceof RexLiteral literal && literal.isNull()) {
            return rex.builder.makeNullLiteral(rex.nullableIf(result, true));
        }
        if (source.getSqlTypeName() == SqlTypeName.NULL) {
            return rex.builder.makeAbstractCast(result, operand, false);
        }
        if (rex.sameType(source, target)) {
            return withNullability(operand, result);
        }
        if (NestedCasts.isNested(source) || NestedCasts.isNested(target)) {
            return new NestedCasts(rex, this).cast(operand, source, target);
        }
        if (CarriedTypes.isNanos(source) || CarriedTypes.isNanos(target)) {
            return nanos(operand, source, target);
        }
        RexNode folded = literals.fold(operand, source, target);
        if (folded != null) {
            return folded;
        }
        RexNode made =
                switch (target.getSqlTypeName()) {
                    case TIMESTAMP -> toTimestamp(operand, source, result, target.getPrecision());
                    case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> toLocalZone(operand, source, result, target.getPrecision());
                    case DATE -> toDate(operand, source, result);
                    case TIME -> toTime(operand, source, result, target.getPrecision());
                    case CHAR, VARCHAR -> toText(operand, source, target);
                    case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT, DOUBLE, DECIMAL ->
                        toNumber(operand, source, target);
                    case BOOLEAN ->
                        SqlTypeUtil.inCharFamily(source) ? rex.call(result, Functions.TEXT_TO_BOOLEAN, operand) : null;
                    default ->
                        SqlTypeName.DAY_INTERVAL_TYPES.contains(target.getSqlTypeName())
                                ? toInterval(operand, source, target)
                                : null;
                };
        if (made != null) {
            return made;
        }
        if (CarriedTypes.touches(source) || CarriedTypes.touches(target)) {
            throw refused(source, target);
        }
        return rex.builder.makeAbstractCast(result, operand, false);
    }

    /** From or to a timestamp of nanoseconds. */
    private RexNode nanos(RexNode operand, RelDataType source, RelDataType target) {
        SqlTypeName kind = target.getSqlTypeName();
        if (!CarriedTypes.isNanos(target)) {
            if (SqlTypeUtil.inCharFamily(target)) {
                RexNode text = rex.call(
                        SqlTypeName.VARCHAR,
                        Functions.NANOS_TO_TEXT,
                        wallClockNanos(operand, source),
                        rex.integer(source.getPrecision()));
                return ofLength(text, source, target);
            }
            RelDataType micros =
                    rex.nullableIf(rex.types.createSqlType(source.getSqlTypeName(), MICRO_DIGITS), source.isNullable());
            return cast(rex.call(SqlTypeName.BIGINT, Functions.NANOS_TO_MICROS, operand), micros, target);
        }
        RelDataType result = rex.carried(target);
        RexNode precision = rex.integer(target.getPrecision());
        boolean toLocalZone = kind == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
        if (SqlTypeUtil.inCharFamily(source)) {
            RexNode read = rex.call(result, Functions.TEXT_TO_NANOS, operand, precision);
            return toLocalZone ? rex.call(result, Functions.NANOS_LOCAL_TO_UTC, read) : read;
        }
        if (!CarriedTypes.isNanos(source)) {
            RelDataType micros = rex.nullableIf(rex.types.createSqlType(kind, MICRO_DIGITS), target.isNullable());
            return rex.call(result, Functions.MICROS_TO_NANOS, cast(operand, source, micros));
        }
        RexNode made = operand;
        if (source.getSqlTypeName() != kind) {
            made = toLocalZone
                    ? rex.call(result, Functions.NANOS_LOCAL_TO_UTC, operand)
                    : rex.call(result, Functions.NANOS_UTC_TO_LOCAL, operand);
        }
        return target.getPrecision() < source.getPrecision()
                ? rex.call(result, Functions.NANOS_TRUNCATE, made, precision)
                : withNullability(made, result);
    }

    /** A timestamp of nanoseconds as the wall clock of the session's zone shows it. */
    RexNode wallClockNanos(RexNode value, RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                ? rex.call(value.getType(), Functions.NANOS_UTC_TO_LOCAL, value)
                : value;
    }

    static LakelogException refused(RelDataType source, RelDataType target) {
        return LakelogException.unsupported("CAST from " + source + " to " + target + " is not supported");
    }

    private RexNode withNullability(RexNode operand, RelDataType type) {
        return operand.getType().equals(type) ? operand : rex.builder.makeAbstractCast(type, operand, false);
    }

    private @Nullable RexNode toTimestamp(RexNode operand, RelDataType source, RelDataType result, int precision) {
        return switch (source.getSqlTypeName()) {
            case TIMESTAMP -> truncate(operand, source, result, precision);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                truncate(rex.call(result, Functions.UTC_TO_LOCAL, operand), source, result, precision);
            case DATE -> rex.call(result, Functions.DATE_TO_TIMESTAMP, operand);
            case CHAR, VARCHAR -> rex.call(result, Functions.TEXT_TO_TIMESTAMP, operand, rex.integer(precision));
            default -> null;
        };
    }

    private @Nullable RexNode toLocalZone(RexNode operand, RelDataType source, RelDataType result, int precision) {
        if (source.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE) {
            return truncate(operand, source, result, precision);
        }
        RexNode local = toTimestamp(operand, source, result, precision);
        return local == null ? null : rex.call(result, Functions.LOCAL_TO_UTC, local);
    }

    private RexNode truncate(RexNode operand, RelDataType source, RelDataType result, int precision) {
        return precision < source.getPrecision() && precision < 6
                ? rex.call(result, Functions.TRUNCATE_TIMESTAMP, operand, rex.integer(precision))
                : withNullability(operand, result);
    }

    private @Nullable RexNode toDate(RexNode operand, RelDataType source, RelDataType result) {
        return switch (source.getSqlTypeName()) {
            case TIMESTAMP -> rex.call(result, Functions.TIMESTAMP_TO_DATE, operand);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> rex.call(result, Functions.TIMESTAMP_TO_DATE, local(operand));
            case CHAR, VARCHAR -> rex.call(result, Functions.TEXT_TO_DATE, operand);
            default -> null;
        };
    }

    private @Nullable RexNode toTime(RexNode operand, RelDataType source, RelDataType result, int precision) {
        RexNode time =
                switch (source.getSqlTypeName()) {
                    case TIME -> operand;
                    case TIMESTAMP -> rex.call(result, Functions.TIMESTAMP_TO_TIME, operand);
                    case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                        rex.call(result, Functions.TIMESTAMP_TO_TIME, local(operand));
                    case CHAR, VARCHAR -> rex.call(result, Functions.TEXT_TO_TIME, operand, rex.integer(precision));
                    default -> null;
                };
        if (time == null || SqlTypeUtil.inCharFamily(source) || precision >= Math.min(source.getPrecision(), 3)) {
            return time == null ? null : withNullability(time, result);
        }
        return rex.call(result, Functions.TRUNCATE_TIME, time, rex.integer(precision));
    }

    /** The wall clock time in the session's zone. */
    RexNode local(RexNode utc) {
        return rex.call(SqlTypeName.BIGINT, Functions.UTC_TO_LOCAL, utc);
    }

    private @Nullable RexNode toText(RexNode operand, RelDataType source, RelDataType target) {
        RelDataType text = rex.nullableIf(rex.types.createSqlType(SqlTypeName.VARCHAR), target.isNullable());
        RexNode made =
                switch (source.getSqlTypeName()) {
                    case CHAR, VARCHAR -> operand;
                    case TIMESTAMP ->
                        rex.call(text, Functions.TIMESTAMP_TO_TEXT, operand, rex.integer(source.getPrecision()));
                    case TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                        rex.call(text, Functions.TIMESTAMP_TO_TEXT, local(operand), rex.integer(source.getPrecision()));
                    case DATE -> rex.call(text, Functions.DATE_TO_TEXT, operand);
                    case TIME -> rex.call(text, Functions.TIME_TO_TEXT, operand, rex.integer(source.getPrecision()));
                    case DECIMAL -> rex.call(text, Functions.DECIMAL_TO_TEXT, operand);
                    case FLOAT, DOUBLE -> rex.call(text, Functions.DOUBLE_TO_TEXT, operand);
                    case REAL -> rex.call(text, Functions.REAL_TO_TEXT, operand);
                    case TINYINT, SMALLINT, INTEGER, BIGINT, BOOLEAN ->
                        rex.builder.makeAbstractCast(text, operand, false);
                    default -> null;
                };
        return made == null ? null : ofLength(made, source, target);
    }

    /** A text as CHAR(n) or VARCHAR(n): a text that is too long is cut, anything else that is too long refused. */
    private RexNode ofLength(RexNode text, RelDataType source, RelDataType target) {
        int length = target.getPrecision();
        if (length == RelDataType.PRECISION_NOT_SPECIFIED || length == Integer.MAX_VALUE) {
            return retyped(text, target);
        }
        boolean fromText = SqlTypeUtil.inCharFamily(source);
        boolean longer = !fromText
                || source.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                || source.getPrecision() > length;
        RexNode made = text;
        if (longer) {
            made = rex.call(target, fromText ? Functions.CUT_TEXT : Functions.FIT_TEXT, made, rex.integer(length));
        }
        if (target.getSqlTypeName() == SqlTypeName.CHAR) {
            made = rex.call(target, Functions.PAD_TEXT, made, rex.integer(length));
        }
        return retyped(made, target);
    }

    /** The same text under another type that it fits. */
    private RexNode retyped(RexNode text, RelDataType type) {
        return text.getType().equals(type) ? text : rex.builder.makeAbstractCast(type, text, false);
    }

    private @Nullable RexNode toNumber(RexNode operand, RelDataType source, RelDataType target) {
        SqlTypeName from = source.getSqlTypeName();
        SqlTypeName to = target.getSqlTypeName();
        if (SqlTypeName.DAY_INTERVAL_TYPES.contains(from)) {
            return intervalToNumber(operand, source, target);
        }
        if (isWidening(from, to)) {
            return rex.builder.makeAbstractCast(target, operand, false);
        }
        SemanticFunction function = NumberCasts.find(from, to);
        if (function == null) {
            return null;
        }
        return to == SqlTypeName.DECIMAL
                ? rex.call(
                        target, function, operand, rex.integer(target.getPrecision()), rex.integer(target.getScale()))
                : rex.call(target, function, operand);
    }

    /** The number of an interval's last field: whole units for integers, towards zero, else with the fraction. */
    private RexNode intervalToNumber(RexNode operand, RelDataType source, RelDataType target) {
        RexNode unit = rex.bigint(unitOf(source));
        if (SqlTypeName.INT_TYPES.contains(target.getSqlTypeName())) {
            RexNode units = rex.call(SqlTypeName.BIGINT, Functions.BIGINT_DIVIDE, operand, unit);
            return cast(units, units.getType(), target);
        }
        RelDataType digits = rex.nullableIf(
                rex.types.createSqlType(SqlTypeName.DECIMAL, INTERVAL_DIGITS, MICRO_DIGITS),
                operand.getType().isNullable());
        RexNode units = rex.call(
                digits,
                Functions.DECIMAL_DIVIDE,
                cast(operand, operand.getType(), digits),
                cast(unit, unit.getType(), rex.nullableIf(digits, false)),
                rex.integer(INTERVAL_DIGITS),
                rex.integer(MICRO_DIGITS));
        return cast(units, digits, target);
    }

    /** From an integer type to a longer one: Calcite's own CAST, which optimiser rules understand, cannot fail there. */
    private static boolean isWidening(SqlTypeName from, SqlTypeName to) {
        List<SqlTypeName> bySize =
                List.of(SqlTypeName.TINYINT, SqlTypeName.SMALLINT, SqlTypeName.INTEGER, SqlTypeName.BIGINT);
        return bySize.contains(from) && bySize.indexOf(to) > bySize.indexOf(from);
    }

    private @Nullable RexNode toInterval(RexNode operand, RelDataType source, RelDataType target) {
        RelDataType result = rex.carried(target);
        if (SqlTypeName.DAY_INTERVAL_TYPES.contains(source.getSqlTypeName())) {
            return withNullability(operand, result);
        }
        if (SqlTypeName.INT_TYPES.contains(source.getSqlTypeName())) {
            RexNode count = cast(operand, source, rex.type(SqlTypeName.BIGINT, operand));
            return rex.call(result, Functions.BIGINT_TIMES, count, rex.bigint(unitOf(target)));
        }
        return null;
    }

    /** Microseconds of the last field of an interval type, in which its values are counted as numbers. */
    private static long unitOf(RelDataType interval) {
        DatetimeUnit unit = DatetimeUnit.of(interval.getSqlTypeName().getEndUnit());
        if (unit == null) {
            throw new IllegalArgumentException(interval.toString());
        }
        return unit.micros;
    }
}
