package io.lakelog.sql.semantics;

import io.lakelog.storage.error.LakelogException;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Which types are carried as numbers: TIMESTAMP and TIMESTAMP WITH LOCAL TIME ZONE as a BIGINT of microseconds since
 * 1970-01-01T00:00 (UTC for the latter), or a DECIMAL of nanoseconds if they have more than 6 fraction digits; day-time
 * intervals as a BIGINT of microseconds. Pure.
 */
public final class CarriedTypes {
    private CarriedTypes() {}

    /** Digits of the DECIMAL that carries nanoseconds: enough for the years 1 to 9999. */
    static final int NANOS_DIGITS = 21;

    private static final int MICRO_DIGITS = 6;

    /** Whether values of {@code type} are carried as nanoseconds. */
    public static boolean isNanos(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> type.getPrecision() > MICRO_DIGITS;
            default -> false;
        };
    }

    /** Whether values of {@code type} itself are carried as a number. */
    public static boolean isCarried(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
            default -> SqlTypeName.DAY_INTERVAL_TYPES.contains(type.getSqlTypeName());
        };
    }

    /** Whether {@code type} is carried or has a part that is. */
    public static boolean touches(RelDataType type) {
        if (isCarried(type)) {
            return true;
        }
        if (type.isStruct()) {
            return type.getFieldList().stream().anyMatch(field -> touches(field.getType()));
        }
        return switch (type.getSqlTypeName()) {
            case ARRAY, MULTISET -> touches(component(type));
            case MAP -> {
                RelDataType key = type.getKeyType();
                RelDataType value = type.getValueType();
                yield key != null && touches(key) || value != null && touches(value);
            }
            default -> false;
        };
    }

    /** The row type of a relation with numbers for what is carried. */
    public static RelDataType carriedRow(RelDataType type, RelDataTypeFactory factory) {
        return factory.createStructType(
                type.getStructKind(),
                type.getFieldList().stream()
                        .map(field -> carried(field.getType(), factory))
                        .toList(),
                type.getFieldNames());
    }

    /** The type of a value with numbers for what is carried, and ANY for a ROW; as nullable as it is. */
    public static RelDataType carried(RelDataType type, RelDataTypeFactory factory) {
        boolean nested = type.isStruct() || type.getComponentType() != null || type.getKeyType() != null;
        if (!isCarried(type) && !nested) {
            return type;
        }
        RelDataType made;
        if (isCarried(type)) {
            made = isNanos(type)
                    ? factory.createSqlType(SqlTypeName.DECIMAL, NANOS_DIGITS, 0)
                    : factory.createSqlType(SqlTypeName.BIGINT);
        } else if (type.isStruct()) {
            // A List, of which generated code need not know more.
            made = factory.createSqlType(SqlTypeName.ANY);
        } else {
            made = switch (type.getSqlTypeName()) {
                case ARRAY -> factory.createArrayType(carried(component(type), factory), -1);
                case MULTISET -> factory.createMultisetType(carried(component(type), factory), -1);
                case MAP ->
                    factory.createMapType(
                            carried(java.util.Objects.requireNonNull(type.getKeyType()), factory),
                            carried(java.util.Objects.requireNonNull(type.getValueType()), factory));
                default -> throw LakelogException.unsupported("type " + type + " is not supported yet");
            };
        }
        return factory.createTypeWithNullability(made, type.isNullable());
    }

    private static RelDataType component(RelDataType type) {
        RelDataType component = type.getComponentType();
        if (component == null) {
            throw LakelogException.unsupported("type " + type + " is not supported yet");
        }
        return component;
    }
}
