package io.lakelog.storage.format;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MILLIS;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** The one table of our types and Parquet's. Pure. */
final class ParquetTypes {
    /** The name Paimon gives to the root of a file's schema. */
    static final String MESSAGE_NAME = "paimon_schema";

    private static final int MAX_INT_DIGITS = 9;
    private static final int MAX_LONG_DIGITS = 18;

    private ParquetTypes() {}

    /** The schema of a file with these columns; each carries its field id. */
    static MessageType message(RowType columns) {
        List<Type> types = new ArrayList<>(columns.size());
        for (Field field : columns.fields()) {
            types.add(column(field));
        }
        return new MessageType(MESSAGE_NAME, types);
    }

    private static Type column(Field field) {
        return type(field.name(), field.type(), field.id(), new Ids(field.id(), 0));
    }

    /** Ids of what has none in the schema: made from that of the field around it, and how deep it lies there. */
    private record Ids(int field, int depth) {
        private static final int FIRST = 536870911;
        private static final int FIELD_STRIDE = 1024;

        Ids deeper() {
            return new Ids(field, depth + 1);
        }

        int ofValue() {
            return FIRST + field * FIELD_STRIDE + depth;
        }

        int ofKey() {
            return FIRST - field * FIELD_STRIDE - depth;
        }
    }

    private static Type type(String name, DataType type, int id, Ids ids) {
        Repetition repetition = type.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED;
        return switch (type.kind()) {
            case ARRAY -> {
                Ids inner = ids.deeper();
                Type element = type("element", type.children().get(0).type(), inner.ofValue(), inner);
                yield Types.buildGroup(repetition)
                        .as(LogicalTypeAnnotation.listType())
                        .addField(new GroupType(Repetition.REPEATED, "list", element))
                        .id(id)
                        .named(name);
            }
            case MAP, MULTISET -> {
                Ids inner = ids.deeper();
                DataType keyType = type.children().get(0).type().notNull();
                Type key = type("key", keyType, inner.ofKey(), inner);
                Type value = type("value", type.children().get(1).type(), inner.ofValue(), inner);
                yield Types.buildGroup(repetition)
                        .as(LogicalTypeAnnotation.mapType())
                        .addField(new GroupType(Repetition.REPEATED, "key_value", key, value))
                        .id(id)
                        .named(name);
            }
            case ROW ->
                new GroupType(
                                repetition,
                                name,
                                type.children().stream()
                                        .map(ParquetTypes::column)
                                        .toList())
                        .withId(id);
            default -> primitive(name, type, id);
        };
    }

    private static PrimitiveType primitive(String name, DataType type, int id) {
        PrimitiveTypeName physical = physical(type, name);
        Types.PrimitiveBuilder<PrimitiveType> builder =
                Types.primitive(physical, type.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED);
        if (physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            builder.length(decimalBytes(type.length()));
        }
        return builder.as(annotation(type)).id(id).named(name);
    }

    /** How values of {@code type}, which is not nested, are stored. */
    static PrimitiveTypeName physical(DataType type, String column) {
        return switch (type.kind()) {
            case BOOLEAN -> PrimitiveTypeName.BOOLEAN;
            case TINYINT, SMALLINT, INT, DATE, TIME -> PrimitiveTypeName.INT32;
            case BIGINT -> PrimitiveTypeName.INT64;
            case FLOAT -> PrimitiveTypeName.FLOAT;
            case DOUBLE -> PrimitiveTypeName.DOUBLE;
            case CHAR, VARCHAR, BINARY, VARBINARY -> PrimitiveTypeName.BINARY;
            case DECIMAL -> {
                if (type.length() <= MAX_INT_DIGITS) {
                    yield PrimitiveTypeName.INT32;
                }
                yield type.length() <= MAX_LONG_DIGITS
                        ? PrimitiveTypeName.INT64
                        : PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> type.length() > 6 ? PrimitiveTypeName.INT96 : PrimitiveTypeName.INT64;
            case ARRAY, MAP, MULTISET, ROW ->
                throw new IllegalArgumentException(
                        "column '" + column + "' of " + type + " has no single physical type");
        };
    }

    /** Whether a value on disk counts milliseconds where ours counts microseconds. */
    static boolean storedAsMillis(DataType type) {
        return switch (type.kind()) {
            case TIMESTAMP, TIMESTAMP_LTZ -> type.length() <= 3;
            default -> false;
        };
    }

    private static @Nullable LogicalTypeAnnotation annotation(DataType type) {
        return switch (type.kind()) {
            case BOOLEAN, INT, BIGINT, FLOAT, DOUBLE, BINARY, VARBINARY -> null;
            case TINYINT -> LogicalTypeAnnotation.intType(8, true);
            case SMALLINT -> LogicalTypeAnnotation.intType(16, true);
            case CHAR, VARCHAR -> LogicalTypeAnnotation.stringType();
            case DATE -> LogicalTypeAnnotation.dateType();
            case TIME -> LogicalTypeAnnotation.timeType(true, MILLIS);
            case DECIMAL -> LogicalTypeAnnotation.decimalType(type.scale(), type.length());
            case TIMESTAMP, TIMESTAMP_LTZ ->
                type.length() > 6
                        ? null
                        : LogicalTypeAnnotation.timestampType(
                                type.kind() == TypeKind.TIMESTAMP_LTZ, storedAsMillis(type) ? MILLIS : MICROS);
            case ARRAY, MAP, MULTISET, ROW -> null;
        };
    }

    /** Bytes that hold every unscaled value of that many digits: Parquet's rule, and Paimon's. */
    static int decimalBytes(int digits) {
        int bits = java.math.BigInteger.TEN.pow(digits).bitLength() + 1;
        return (bits + 7) / 8;
    }

    /**
     * Whether {@code stored}, a column of a file, holds values of {@code wanted} that can be read as they are.
     *
     * @return null if so, else what is stored, for the user
     */
    static @Nullable String mismatch(PrimitiveType stored, DataType wanted, String column) {
        boolean fits =
                stored.getPrimitiveTypeName() == physical(wanted, column) && !stored.isRepetition(Repetition.REPEATED);
        LogicalTypeAnnotation annotation = stored.getLogicalTypeAnnotation();
        switch (wanted.kind()) {
            case DECIMAL -> {
                int scale = annotation instanceof DecimalLogicalTypeAnnotation decimal ? decimal.getScale() : 0;
                fits &= scale == wanted.scale() && stored.getTypeLength() <= 16;
            }
            case TIMESTAMP, TIMESTAMP_LTZ ->
                fits &= wanted.length() > 6
                        || annotation instanceof TimestampLogicalTypeAnnotation timestamp
                                && timestamp.getUnit() == (storedAsMillis(wanted) ? MILLIS : MICROS);
            default -> fits &= !(annotation instanceof DecimalLogicalTypeAnnotation);
        }
        return fits ? null : stored.toString();
    }
}
