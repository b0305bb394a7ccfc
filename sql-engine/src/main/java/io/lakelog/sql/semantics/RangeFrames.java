package io.lakelog.sql.semantics;

import com.google.common.collect.ImmutableSet;
import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.rel.RelFieldCollation.NullDirection;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * RANGE frames with an offset. Generated code adds offsets to the order key as Java adds numbers, does not turn them round
 * for DESC and fails for NULL; so the key becomes an ascending BIGINT, far enough from the ends of its type, with a number
 * for NULL that no offset reaches.
 */
final class RangeFrames {
    /** Keys lie within this distance of zero; their differences within twice that. */
    private static final long MAX_KEY = 1L << 60;

    private static final long MAX_OFFSET = 1L << 61;
    private static final long NULL_KEY = 1L << 62;
    private static final int MAX_DIGITS = 18;

    private final Expressions rex;
    private final Casts casts;
    private final RelDataType keyType;
    private final int scale;

    /** For the window of {@code over}, whose frame has an offset. */
    RangeFrames(Expressions rex, Casts casts, RexOver over) {
        this.rex = rex;
        this.casts = casts;
        RexWindow window = over.getWindow();
        keyType = window.orderKeys.get(0).left.getType();
        scale = Math.max(
                scaleOf(keyType),
                Math.max(
                        scaleOf(window.getLowerBound().getOffset()),
                        scaleOf(window.getUpperBound().getOffset())));
    }

    static boolean hasOffset(RexWindow window) {
        return !window.isRows()
                && (window.getLowerBound().getOffset() != null
                        || window.getUpperBound().getOffset() != null);
    }

    private static int scaleOf(@Nullable RexNode offset) {
        return offset == null ? 0 : scaleOf(offset.getType());
    }

    private static int scaleOf(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
    }

    /** The key to sort by instead of {@code key}, whose rewritten value is {@code value}. */
    RexFieldCollation key(RexFieldCollation key, RexNode value) {
        RexNode position = position(value);
        if (key.getDirection().isDescending()) {
            position = rex.call(SqlTypeName.BIGINT, Functions.BIGINT_NEGATE, position);
        }
        if (position.getType().isNullable()) {
            RelDataType notNull = rex.types.createSqlType(SqlTypeName.BIGINT);
            position = rex.call(
                    notNull,
                    SqlStdOperatorTable.CASE,
                    rex.builder.makeCall(SqlStdOperatorTable.IS_NULL, position),
                    rex.bigint(key.getNullDirection() == NullDirection.FIRST ? -NULL_KEY : NULL_KEY),
                    rex.builder.makeCast(notNull, position));
        }
        return new RexFieldCollation(position, ImmutableSet.of());
    }

    private RexNode position(RexNode value) {
        switch (keyType.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> {
                return value;
            }
            case DATE -> {
                return rex.call(SqlTypeName.BIGINT, Functions.DATE_TO_TIMESTAMP, value);
            }
            case TIME -> {
                return rex.call(SqlTypeName.BIGINT, Functions.TIME_TO_TIMESTAMP, value);
            }
            default -> {}
        }
        if (!SqlTypeUtil.isExactNumeric(keyType)) {
            throw unsupported(keyType);
        }
        RelDataType digits = rex.types.decimalOf(keyType);
        if (scale == 0 && SqlTypeUtil.isIntType(keyType)) {
            RexNode wide = casts.cast(value, keyType, rex.type(SqlTypeName.BIGINT, value));
            return keyType.getSqlTypeName() == SqlTypeName.BIGINT
                    ? rex.call(SqlTypeName.BIGINT, Functions.RANGE_KEY, wide, rex.bigint(MAX_KEY))
                    : wide;
        }
        if (digits.getPrecision() - digits.getScale() + scale > MAX_DIGITS) {
            throw unsupported(keyType);
        }
        RexNode decimal = casts.cast(value, keyType, rex.nullableIf(digits, keyType.isNullable()));
        return rex.call(SqlTypeName.BIGINT, Functions.UNSCALED, decimal, rex.integer(scale));
    }

    private static LakelogException unsupported(RelDataType type) {
        return LakelogException.unsupported("RANGE with an offset over an order by " + type
                + " is not supported; cast it to a DECIMAL of at most " + MAX_DIGITS + " digits");
    }

    RexWindowBound bound(RexWindowBound bound) {
        RexNode offset = bound.getOffset();
        if (offset == null) {
            return bound;
        }
        RexNode distance = distance(offset);
        return bound.isPreceding() ? RexWindowBounds.preceding(distance) : RexWindowBounds.following(distance);
    }

    /** An offset in the unit of the key. */
    private RexNode distance(RexNode offset) {
        RelDataType type = offset.getType();
        boolean datetime = Datetimes.isDatetime(keyType);
        BigDecimal value = offset instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
        if (value == null
                || datetime != CarriedTypes.isCarried(type)
                || CarriedTypes.isNanos(keyType)
                || !datetime && !SqlTypeUtil.isExactNumeric(type)) {
            throw LakelogException.unsupported(
                    "RANGE with an offset of " + type + " over an order by " + keyType + " is not supported");
        }
        BigDecimal units = value.movePointRight(datetime ? 3 : scale).setScale(0, RoundingMode.DOWN);
        return rex.bigint(units.min(BigDecimal.valueOf(MAX_OFFSET)).longValueExact());
    }
}
