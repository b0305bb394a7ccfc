package io.lakelog.sql.plan;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.StructKind;
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
                    case ARRAY ->
                        factory.createArrayType(
                                toCalcite(factory, type.children().get(0).type()), -1);
                    // A MULTISET is read as what it is stored as: elements and their counts.
                    case MAP, MULTISET ->
                        factory.createMapType(
                                toCalcite(factory, type.children().get(0).type().notNull()),
                                toCalcite(factory, type.children().get(1).type()));
                    case ROW ->
                        factory.createStructType(
                                StructKind.PEEK_FIELDS_NO_EXPAND,
                                type.children().stream()
                                        .map(field -> toCalcite(factory, field.type()))
                                        .toList(),
                                type.children().stream().map(Field::name).toList());
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
                    case ARRAY -> DataType.array(fromCalcite(Objects.requireNonNull(type.getComponentType()), what));
                    case MAP ->
                        DataType.map(
                                fromCalcite(Objects.requireNonNull(type.getKeyType()), what),
                                fromCalcite(Objects.requireNonNull(type.getValueType()), what));
                    case MULTISET -> DataType.array(fromCalcite(Objects.requireNonNull(type.getComponentType()), what));
                    case ROW -> {
                        List<Field> fields = new ArrayList<>();
                        for (RelDataTypeField field : type.getFieldList()) {
                            fields.add(
                                    new Field(field.getIndex(), field.getName(), fromCalcite(field.getType(), what)));
                        }
                        yield DataType.row(fields);
                    }
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
