package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import java.math.BigDecimal;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.util.DateString;
import org.jspecify.annotations.Nullable;

/** Casts of literals that can be computed at once, which spares the optimiser to compile code for them. */
final class LiteralCasts {
    private final Expressions rex;

    LiteralCasts(Expressions rex) {
        this.rex = rex;
    }

    /**
     * The literal as {@code target}; null if that is not a matter of values alone, or fails: a cast that is never reached
     * must not fail.
     */
    @Nullable
    RexNode fold(RexNode operand, RelDataType source, RelDataType target) {
        if (!(operand instanceof RexLiteral literal) || literal.isNull() || target.isNullable()) {
            return null;
        }
        try {
            if (SqlTypeUtil.inCharFamily(source)) {
                String text = literal.getValueAs(String.class);
                return text == null ? null : ofText(text, target);
            }
            return switch (source.getSqlTypeName()) {
                case TIMESTAMP -> ofTimestamp(literal, target);
                case DATE -> ofDate(literal, target);
                case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> ofNumber(literal, target);
                default -> null;
            };
        } catch (LakelogException e) {
            return null;
        }
    }

    private @Nullable RexNode ofText(String text, RelDataType target) {
        return switch (target.getSqlTypeName()) {
            case TIMESTAMP -> rex.bigint(MicrosText.parse(text, target.getPrecision()));
            case DATE -> date(MicrosText.parseDate(text));
            default -> null;
        };
    }

    private @Nullable RexNode ofTimestamp(RexLiteral literal, RelDataType target) {
        Long micros = literal.getValueAs(Long.class);
        if (micros == null) {
            return null;
        }
        return switch (target.getSqlTypeName()) {
            case TIMESTAMP -> rex.bigint(MicrosFunctions.truncate(micros, target.getPrecision()));
            case DATE -> date(MicrosFunctions.toDate(micros));
            default -> null;
        };
    }

    private @Nullable RexNode ofDate(RexLiteral literal, RelDataType target) {
        DateString date = literal.getValueAs(DateString.class);
        return date == null || target.getSqlTypeName() != SqlTypeName.TIMESTAMP
                ? null
                : rex.bigint(MicrosFunctions.fromDate(date.getDaysSinceEpoch()));
    }

    private RexNode date(int days) {
        return rex.builder.makeDateLiteral(DateString.fromDaysSinceEpoch(days));
    }

    private @Nullable RexNode ofNumber(RexLiteral literal, RelDataType target) {
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        if (value == null) {
            return null;
        }
        return switch (target.getSqlTypeName()) {
            case TINYINT -> exact(BigDecimal.valueOf(CastFunctions.toTinyint(value)), target);
            case SMALLINT -> exact(BigDecimal.valueOf(CastFunctions.toSmallint(value)), target);
            case INTEGER -> exact(BigDecimal.valueOf(CastFunctions.toInt(value)), target);
            case BIGINT -> exact(BigDecimal.valueOf(CastFunctions.toBigint(value)), target);
            case DECIMAL -> exact(CastFunctions.toDecimal(value, target.getPrecision(), target.getScale()), target);
            case DOUBLE -> rex.builder.makeApproxLiteral(BigDecimal.valueOf(value.doubleValue()), target);
            default -> null;
        };
    }

    private RexNode exact(BigDecimal value, RelDataType type) {
        return rex.builder.makeExactLiteral(value, type);
    }
}
