package io.lakelog.storage.format;

import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MICROS;
import static org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit.MILLIS;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
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

    private static PrimitiveType column(Field field) {
        DataType type = field.type();
        PrimitiveTypeName physical = physical(type, field.name());
        Types.PrimitiveBuilder<PrimitiveType> builder =
                Types.primitive(physical, type.nullable() ? Repetition.OPTIONAL : Repetition.REQUIRED);
        if (physical == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            builder.length(decimalBytes(type.length()));
        }
        return builder.as(annotation(type)).id(field.id()).named(field.name());
    }

    /**
     * How values of {@code type} are stored.
     *
     * @throws LakelogException UNSUPPORTED, naming the column, for types stored in a way we do not write or read
     */
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
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                if (type.length() > 6) {
                    throw LakelogException.unsupported(
                            "column '" + column + "' of type " + type.sql()
                                    + " is not supported yet: timestamps finer than a microsecond; use a precision of at most 6");
                }
                yield PrimitiveTypeName.INT64;
            }
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
            case TIMESTAMP -> LogicalTypeAnnotation.timestampType(false, storedAsMillis(type) ? MILLIS : MICROS);
            case TIMESTAMP_LTZ -> LogicalTypeAnnotation.timestampType(true, storedAsMillis(type) ? MILLIS : MICROS);
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
                fits &= annotation instanceof TimestampLogicalTypeAnnotation timestamp
                        && timestamp.getUnit() == (storedAsMillis(wanted) ? MILLIS : MICROS);
            default -> fits &= !(annotation instanceof DecimalLogicalTypeAnnotation);
        }
        return fits ? null : stored.toString();
    }
}
