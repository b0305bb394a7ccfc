package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * CAST of arrays, maps and rows: of a constructor part by part, of anything else where its parts have the same form in
 * generated code.
 */
final class NestedCasts {
    private final Expressions rex;
    private final Casts casts;

    NestedCasts(Expressions rex, Casts casts) {
        this.rex = rex;
        this.casts = casts;
    }

    static boolean isNested(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case ARRAY, MAP, MULTISET, ROW -> true;
            default -> false;
        };
    }

    RexNode cast(RexNode operand, RelDataType source, RelDataType target) {
        RexNode made = operand instanceof RexCall call ? constructor(call, source, target) : null;
        if (made != null) {
            return made;
        }
        if (!sameForm(source, target)) {
            throw Casts.refused(source, target);
        }
        return rex.call(rex.carried(target), NestedFunction.SAME, operand);
    }

    private @Nullable RexNode constructor(RexCall call, RelDataType source, RelDataType target) {
        if (source.getSqlTypeName() != target.getSqlTypeName()) {
            return null;
        }
        List<RelDataType> from = parts(source);
        List<RelDataType> to = parts(target);
        boolean row = call.getOperator() == NestedFunction.ROW;
        boolean list = call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR;
        boolean map = call.getKind() == SqlKind.MAP_VALUE_CONSTRUCTOR;
        if (!row && !list && !map || from.size() != to.size()) {
            return null;
        }
        List<RexNode> operands = new ArrayList<>();
        for (int i = 0; i < call.getOperands().size(); i++) {
            int part = row ? i : map ? i % 2 : 0;
            RexNode value = call.getOperands().get(i);
            boolean nullable = value.getType().isNullable();
            operands.add(casts.cast(
                    value, rex.nullableIf(from.get(part), nullable), rex.nullableIf(to.get(part), nullable)));
        }
        return row
                ? rex.call(rex.carried(target), NestedFunction.ROW, operands)
                : call.clone(rex.carried(target), operands);
    }

    private static List<RelDataType> parts(RelDataType type) {
        if (type.isStruct()) {
            return type.getFieldList().stream().map(RelDataTypeField::getType).toList();
        }
        List<RelDataType> parts = new ArrayList<>();
        for (RelDataType part :
                new @Nullable RelDataType[] {type.getComponentType(), type.getKeyType(), type.getValueType()}) {
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }

    /** Whether every value of {@code source} is, as generated code holds it, one of {@code target}. */
    static boolean sameForm(RelDataType source, RelDataType target) {
        if (isNested(source) || isNested(target)) {
            List<RelDataType> from = parts(source);
            List<RelDataType> to = parts(target);
            boolean same = source.getSqlTypeName() == target.getSqlTypeName() && from.size() == to.size();
            for (int i = 0; same && i < to.size(); i++) {
                same = sameForm(from.get(i), to.get(i));
            }
            return same;
        }
        SqlTypeName kind = target.getSqlTypeName();
        if (source.getSqlTypeName() == SqlTypeName.NULL) {
            return true;
        }
        if (SqlTypeUtil.inCharFamily(source) && SqlTypeUtil.inCharFamily(target)) {
            return target.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                    || source.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                            && source.getPrecision() <= target.getPrecision()
                            && kind == SqlTypeName.VARCHAR;
        }
        if (source.getSqlTypeName() != kind) {
            return false;
        }
        return switch (kind) {
            case DECIMAL -> source.getScale() == target.getScale() && source.getPrecision() <= target.getPrecision();
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                source.getPrecision() <= target.getPrecision()
                        && CarriedTypes.isNanos(source) == CarriedTypes.isNanos(target);
            default -> true;
        };
    }
}
