package io.lakelog.sql.plan;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/** Our types to Calcite's and back: the one table. Pure. */
final class CalciteTypes {
    private CalciteTypes() {}

    static RelDataType toCalcite(RelDataTypeFactory factory, DataType type) {
        RelDataType made =
                switch (type.kind()) {
                    case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
                    case TINYINT -> factory.createSqlType(SqlTypeName.TINYINT);
                    case SMALLINT -> factory.createSqlType(SqlTypeName.SMALLINT);
                    case INT -> factory.createSqlType(SqlTypeName.INTEGER);
                    case BIGINT -> factory.createSqlType(SqlTypeName.BIGINT);
                    // Calcite's FLOAT has eight bytes; its REAL is the one of four.
                    case FLOAT -> factory.createSqlType(SqlTypeName.REAL);
                    case DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
                    case DECIMAL -> factory.createSqlType(SqlTypeName.DECIMAL, type.length(), type.scale());
                    case CHAR, VARCHAR -> factory.createSqlType(SqlTypeName.VARCHAR, type.length());
                    case BINARY, VARBINARY -> factory.createSqlType(SqlTypeName.VARBINARY, type.length());
                    case DATE -> factory.createSqlType(SqlTypeName.DATE);
                    case TIME -> factory.createSqlType(SqlTypeName.TIME, type.length());
                    case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP, type.length());
                    case TIMESTAMP_LTZ ->
                        factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, type.length());
                    case ARRAY, MAP, MULTISET, ROW ->
                        throw LakelogException.unsupported("a column of type " + type.sql() + " is not supported yet");
                };
        return factory.createTypeWithNullability(made, type.nullable());
    }

    static RelDataType toCalcite(RelDataTypeFactory factory, RowType rowType) {
        RelDataTypeFactory.Builder builder = factory.builder();
        for (Field field : rowType.fields()) {
            builder.add(field.name(), toCalcite(factory, field.type()));
        }
        return builder.build();
    }

    /**
     * The type of a result.
     *
     * @param what named in the refusal of a type that results cannot have yet
     */
    static DataType fromCalcite(RelDataType type, String what) {
        DataType made =
                switch (type.getSqlTypeName()) {
                    case BOOLEAN -> DataType.BOOLEAN;
                    case TINYINT -> DataType.TINYINT;
                    case SMALLINT -> DataType.SMALLINT;
                    case INTEGER -> DataType.INT;
                    case BIGINT -> DataType.BIGINT;
                    case REAL -> DataType.FLOAT;
                    case FLOAT, DOUBLE -> DataType.DOUBLE;
                    case DECIMAL -> DataType.decimal(type.getPrecision(), type.getScale());
                    case CHAR, VARCHAR -> DataType.varchar(length(type));
                    case BINARY, VARBINARY -> DataType.varbinary(length(type));
                    case DATE -> DataType.DATE;
                    case TIME -> DataType.time(type.getPrecision());
                    case TIMESTAMP -> DataType.timestamp(type.getPrecision());
                    case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> DataType.timestampLtz(type.getPrecision());
                    case NULL -> DataType.STRING;
                    default ->
                        throw LakelogException.unsupported(
                                what + " of type " + type.getSqlTypeName().getName() + " is not supported yet");
                };
        return made.withNullable(type.isNullable());
    }

    private static int length(RelDataType type) {
        int precision = type.getPrecision();
        return precision == RelDataType.PRECISION_NOT_SPECIFIED ? DataType.UNBOUNDED : Math.max(precision, 1);
    }
}
