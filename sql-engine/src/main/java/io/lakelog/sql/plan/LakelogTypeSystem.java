package io.lakelog.sql.plan;

import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Limits and derived types: DECIMAL to 38 digits, fractions of a second to 9, rounding half up. */
final class LakelogTypeSystem extends RelDataTypeSystemImpl {
    static final LakelogTypeSystem INSTANCE = new LakelogTypeSystem();

    static final int DECIMAL_DIGITS_MAX = 38;
    private static final int FRACTION_DIGITS_MAX = 9;
    private static final int AVERAGE_SCALE_MIN = 6;

    private LakelogTypeSystem() {}

    @Override
    public int getMaxPrecision(SqlTypeName typeName) {
        return switch (typeName) {
            case DECIMAL -> DECIMAL_DIGITS_MAX;
            case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
            case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> FRACTION_DIGITS_MAX;
            default -> super.getMaxPrecision(typeName);
        };
    }

    @Override
    public int getMaxScale(SqlTypeName typeName) {
        return typeName == SqlTypeName.DECIMAL ? DECIMAL_DIGITS_MAX : super.getMaxScale(typeName);
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

    /** {@code VALUES ('a'), ('bcd')} is a VARCHAR: nothing is padded. */
    @Override
    public boolean shouldConvertRaggedUnionTypesToVarying() {
        return true;
    }

    /** Whole numbers sum to BIGINT, decimals to 38 digits, floats to DOUBLE. */
    @Override
    public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType type =
                switch (argument.getSqlTypeName()) {
                    case TINYINT, SMALLINT, INTEGER -> factory.createSqlType(SqlTypeName.BIGINT);
                    case DECIMAL -> factory.createSqlType(SqlTypeName.DECIMAL, DECIMAL_DIGITS_MAX, argument.getScale());
                    case REAL, FLOAT -> factory.createSqlType(SqlTypeName.DOUBLE);
                    default -> argument;
                };
        return factory.createTypeWithNullability(type, argument.isNullable());
    }

    /** Whole numbers and floats average to DOUBLE, decimals to 38 digits with at least 6 after the point. */
    @Override
    public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
        RelDataType type = argument;
        if (argument.getSqlTypeName() == SqlTypeName.DECIMAL) {
            type = factory.createSqlType(
                    SqlTypeName.DECIMAL, DECIMAL_DIGITS_MAX, Math.max(AVERAGE_SCALE_MIN, argument.getScale()));
        } else if (SqlTypeUtil.isNumeric(argument)) {
            type = factory.createSqlType(SqlTypeName.DOUBLE);
        }
        return factory.createTypeWithNullability(type, argument.isNullable());
    }
}
