package io.lakelog.sql.semantics;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The limits of Lakelog's types and the types of arithmetic on them. Immutable.
 *
 * <ul>
 *   <li>DECIMAL has up to 38 digits; without parameters it is DECIMAL(10, 0).
 *   <li>{@code + -} keep all digits after the point (a result without room for those before it fails when run). {@code *
 *       /} give up digits after the point, but not the first 6, when the result would have more than 38 digits.
 *   <li>SUM of TINYINT to BIGINT is BIGINT, of DECIMAL(p, s) DECIMAL(38, s), of FLOAT and DOUBLE DOUBLE.
 *   <li>AVG of integers and of FLOAT and DOUBLE is DOUBLE (integers are summed exactly first), of DECIMAL(p, s)
 *       DECIMAL(38, max(s, 6)). STDDEV and VARIANCE have the type that AVG has, and are computed as DOUBLE; COVAR is DOUBLE.
 *   <li>TIMESTAMP without precision is TIMESTAMP(6), TIME is TIME(0).
 *   <li>Digits without room are rounded half up. Texts of several lengths meet as VARCHAR: nothing is padded.
 * </ul>
 */
public final class SqlTypeSystem extends RelDataTypeSystemImpl {
    public static final SqlTypeSystem INSTANCE = new SqlTypeSystem();

    private static final int MAX_DIGITS = 38;
    private static final int KEPT_SCALE = 6;

    private SqlTypeSystem() {}

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case DECIMAL -> MAX_DIGITS;
            case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
            case TIME, TIME_WITH_LOCAL_TIME_ZONE, TIME_TZ -> 9;
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE, TIMESTAMP_TZ -> 9;
            default -> super.getMaxPrecision(typeName);
        };
    }

    @Override
    public int getMinPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 0;
            default -> super.getMinPrecision(typeName);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? MAX_DIGITS : super.getMaxScale(typeName);
    }

    @Override
    public int getDefaultPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case DECIMAL -> 10;
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 6;
            default -> super.getDefaultPrecision(typeName);
        };
    }

    @Override
    public RoundingMode roundingMode() {
        return RoundingMode.HALF_UP;
    }

    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    @Override
    public RelDataType deriveSumType(RelDataTypeFactory typeFactory, RelDataType argumentType) {
        RelDataType sum =
                switch (argumentType.getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER -> typeFactory.createSqlType(SqlTypeName.BIGINT);
                    case DECIMAL -> typeFactory.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, argumentType.getScale());
                    case REAL, FLOAT -> typeFactory.createSqlType(SqlTypeName.DOUBLE);
                    default -> argumentType;
                };
        return typeFactory.createTypeWithNullability(sum, argumentType.isNullable());
    }

    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory typeFactory, RelDataType argumentType) {
        RelDataType average =
                switch (argumentType.getSqlTypeName()) {
                    case DECIMAL ->
                        typeFactory.createSqlType(
                                SqlTypeName.DECIMAL, MAX_DIGITS, Math.max(argumentType.getScale(), KEPT_SCALE));
                    case TINYINT, SMALLINT, INTEGER, BIGINT, REAL, FLOAT ->
                        typeFactory.createSqlType(SqlTypeName.DOUBLE);
                    default -> argumentType;
                };
        return typeFactory.createTypeWithNullability(average, argumentType.isNullable());
    }

    @Override
    public RelDataType deriveCovarType(RelDataTypeFactory typeFactory, RelDataType arg0Type, RelDataType arg1Type) {
        return typeFactory.createTypeWithNullability(
                typeFactory.createSqlType(SqlTypeName.DOUBLE), arg0Type.isNullable() || arg1Type.isNullable());
    }

    @Override
    public @Nullable RelDataType deriveDecimalPlusType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        if (!areDecimal(type1, type2)) {
            return null;
        }
        RelDataType left = exact(typeFactory, type1);
        RelDataType right = exact(typeFactory, type2);
        int scale = Math.max(left.getScale(), right.getScale());
        int whole = Math.max(left.getPrecision() - left.getScale(), right.getPrecision() - right.getScale());
        return typeFactory.createSqlType(SqlTypeName.DECIMAL, Math.min(whole + scale + 1, MAX_DIGITS), scale);
    }

    @Override
    public @Nullable RelDataType deriveDecimalMultiplyType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        if (!areDecimal(type1, type2)) {
            return null;
        }
        RelDataType left = exact(typeFactory, type1);
        RelDataType right = exact(typeFactory, type2);
        return fitting(typeFactory, left.getPrecision() + right.getPrecision(), left.getScale() + right.getScale());
    }

    @Override
    public @Nullable RelDataType deriveDecimalDivideType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        if (!areDecimal(type1, type2)) {
            return null;
        }
        RelDataType left = exact(typeFactory, type1);
        RelDataType right = exact(typeFactory, type2);
        int scale = Math.max(KEPT_SCALE, left.getScale() + right.getPrecision() + 1);
        return fitting(typeFactory, left.getPrecision() - left.getScale() + right.getScale() + scale, scale);
    }

    @Override
    public @Nullable RelDataType deriveDecimalModType(
            RelDataTypeFactory typeFactory, RelDataType type1, RelDataType type2) {
        if (!areDecimal(type1, type2)) {
            return null;
        }
        RelDataType left = exact(typeFactory, type1);
        RelDataType right = exact(typeFactory, type2);
        int scale = Math.max(left.getScale(), right.getScale());
        int whole = Math.min(left.getPrecision() - left.getScale(), right.getPrecision() - right.getScale());
        return typeFactory.createSqlType(SqlTypeName.DECIMAL, Math.min(Math.max(whole + scale, 1), MAX_DIGITS), scale);
    }

    private static boolean areDecimal(RelDataType type1, RelDataType type2) {
        return SqlTypeUtil.isExactNumeric(type1)
                && SqlTypeUtil.isExactNumeric(type2)
                && (SqlTypeUtil.isDecimal(type1) || SqlTypeUtil.isDecimal(type2));
    }

    /** The type as one with digits: an integer of Java's has none. */
    private static RelDataType exact(RelDataTypeFactory typeFactory, RelDataType type) {
        return RelDataTypeFactoryImpl.isJavaType(type) ? typeFactory.decimalOf(type) : type;
    }

    /** The wanted digits if there are at most 38, else fewer after the point, down to 6, so that those before it fit. */
    private static RelDataType fitting(RelDataTypeFactory typeFactory, int precision, int scale) {
        if (precision <= MAX_DIGITS) {
            return typeFactory.createSqlType(SqlTypeName.DECIMAL, precision, scale);
        }
        int kept = Math.max(MAX_DIGITS - (precision - scale), Math.min(scale, KEPT_SCALE));
        return typeFactory.createSqlType(SqlTypeName.DECIMAL, MAX_DIGITS, kept);
    }
}
