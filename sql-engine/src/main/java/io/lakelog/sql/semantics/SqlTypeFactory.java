package io.lakelog.sql.semantics;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Makes types within the limits of {@link SqlTypeSystem}; texts are Unicode. One for each engine; thread-safe. */
public final class SqlTypeFactory extends JavaTypeFactoryImpl {
    public SqlTypeFactory() {
        super(SqlTypeSystem.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }

    /**
     * The type of CASE, UNION and IN over {@code types}. Where decimals would need more than 38 digits together, those after
     * the point stay, as with {@code +}; Calcite would round them away in silence.
     */
    @Override
    public @Nullable RelDataType leastRestrictive(List<RelDataType> types, SqlTypeMappingRule rule) {
        int scale = 0;
        int whole = 0;
        boolean anyDecimal = false;
        boolean nullable = false;
        for (RelDataType type : types) {
            nullable |= type.isNullable();
            if (type.getSqlTypeName() == SqlTypeName.NULL) {
                continue;
            }
            if (!SqlTypeUtil.isExactNumeric(type) || RelDataTypeFactoryImpl.isJavaType(type)) {
                return super.leastRestrictive(types, rule);
            }
            anyDecimal |= SqlTypeUtil.isDecimal(type);
            scale = Math.max(scale, type.getScale());
            whole = Math.max(whole, type.getPrecision() - type.getScale());
        }
        if (!anyDecimal) {
            return super.leastRestrictive(types, rule);
        }
        int precision = Math.min(whole + scale, getTypeSystem().getMaxPrecision(SqlTypeName.DECIMAL));
        return createTypeWithNullability(createSqlType(SqlTypeName.DECIMAL, precision, scale), nullable);
    }
}
