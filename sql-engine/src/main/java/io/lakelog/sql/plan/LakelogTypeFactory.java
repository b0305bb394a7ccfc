package io.lakelog.sql.plan;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Makes Calcite's types. Text is UTF-8; CHAR is VARCHAR of the same length, so that literals are never padded and texts
 * compare as they are.
 */
final class LakelogTypeFactory extends JavaTypeFactoryImpl {
    LakelogTypeFactory() {
        super(LakelogTypeSystem.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public RelDataType createSqlType(SqlTypeName typeName) {
        return typeName == SqlTypeName.CHAR ? super.createSqlType(SqlTypeName.VARCHAR, 1) : super.createSqlType(typeName);
    }

    @Override
    public RelDataType createSqlType(SqlTypeName typeName, int precision) {
        return super.createSqlType(typeName == SqlTypeName.CHAR ? SqlTypeName.VARCHAR : typeName, precision);
    }
}
