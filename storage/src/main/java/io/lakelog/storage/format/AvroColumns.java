package io.lakelog.storage.format;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of an Avro file become columns: fields by name, unwanted ones skipped, absent ones NULL. Worked out once for
 * each file. Immutable.
 */
final class AvroColumns {
    private final List<Schema.Field> fields;
    /** For each field of the file where its value goes; null to skip it. */
    private final @Nullable Appender[] appenders;

    private final int[] targets;
    /** Wanted columns that the file lacks. */
    private final int[] absent;

    private AvroColumns(List<Schema.Field> fields, @Nullable Appender[] appenders, int[] targets, int[] absent) {
        this.fields = fields;
        this.appenders = appenders;
        this.targets = targets;
        this.absent = absent;
    }

    /** Appends one value to its column. */
    private interface Appender {
        void read(BinaryCursor in, ColumnBuilder target);
    }

    /**
     * Reads the wanted columns of rows written with {@code written}.
     *
     * @throws MalformedFileException naming the column, if the file holds it in another type, or lacks one that is not
     *     nullable
     */
    static AvroColumns of(Schema written, RowType wanted) {
        if (written.getType() != Schema.Type.RECORD) {
            throw new MalformedFileException("a row should be a record, but is " + written.getType());
        }
        List<Schema.Field> fields = written.getFields();
        @Nullable Appender[] appenders = new Appender[fields.size()];
        int[] targets = new int[fields.size()];
        boolean[] found = new boolean[wanted.size()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = wanted.indexOf(fields.get(i).name());
            if (targets[i] >= 0) {
                Field field = wanted.field(targets[i]);
                appenders[i] = nullable(field, fields.get(i).schema());
                found[targets[i]] = true;
            }
        }
        int[] absent = java.util.stream.IntStream.range(0, found.length)
                .filter(i -> !found[i])
                .toArray();
        for (int i : absent) {
            if (!wanted.type(i).nullable()) {
                throw new MalformedFileException(
                        "it has no column '" + wanted.field(i).name() + "', only "
                                + fields.stream().map(Schema.Field::name).toList());
            }
        }
        return new AvroColumns(fields, appenders, targets, absent);
    }

    /** Appends the row at the cursor. */
    void read(BinaryCursor in, BatchBuilder rows) {
        for (int i = 0; i < appenders.length; i++) {
            Appender appender = appenders[i];
            if (appender == null) {
                AvroDecoding.skip(fields.get(i).schema(), in);
            } else {
                appender.read(in, rows.column(targets[i]));
            }
        }
        for (int column : absent) {
            rows.column(column).appendNull();
        }
    }

    private static Appender nullable(Field field, Schema written) {
        if (written.getType() != Schema.Type.UNION) {
            return present(field, written);
        }
        List<Schema> branches = written.getTypes();
        @Nullable Appender[] readers = new Appender[branches.size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = branches.get(i).getType() == Schema.Type.NULL ? null : present(field, branches.get(i));
        }
        return (in, target) -> {
            Appender reader = readers[AvroDecoding.branch(in, readers.length)];
            if (reader != null) {
                reader.read(in, target);
            } else if (field.type().nullable()) {
                target.appendNull();
            } else {
                throw new MalformedFileException("column '" + field.name() + "' is null");
            }
        };
    }

    private static Appender present(Field field, Schema written) {
        DataType type = field.type();
        switch (type.kind()) {
            case BOOLEAN -> {
                require(field, written, Schema.Type.BOOLEAN);
                return (in, target) -> ((ColumnBuilder.OfBooleans) target).append(in.readUnsignedByte() != 0);
            }
            case TINYINT, SMALLINT, INT, DATE, TIME -> {
                require(field, written, Schema.Type.INT);
                return (in, target) -> ((ColumnBuilder.OfInts) target).append(in.readInt());
            }
            case BIGINT -> {
                require(field, written, Schema.Type.LONG);
                return (in, target) -> ((ColumnBuilder.OfLongs) target).append(in.readLong());
            }
            case FLOAT -> {
                require(field, written, Schema.Type.FLOAT);
                return (in, target) ->
                        ((ColumnBuilder.OfFloats) target).append(Float.intBitsToFloat((int) in.readLittleEndian(4)));
            }
            case DOUBLE -> {
                require(field, written, Schema.Type.DOUBLE);
                return (in, target) ->
                        ((ColumnBuilder.OfDoubles) target).append(Double.longBitsToDouble(in.readLittleEndian(8)));
            }
            case CHAR, VARCHAR -> {
                require(field, written, Schema.Type.STRING);
                return bytes();
            }
            case BINARY, VARBINARY -> {
                require(field, written, Schema.Type.BYTES);
                return bytes();
            }
            case DECIMAL -> {
                require(field, written, Schema.Type.BYTES);
                return decimal(field, written);
            }
            case TIMESTAMP, TIMESTAMP_LTZ -> {
                require(field, written, Schema.Type.LONG);
                long factor = microsPerUnit(field, written);
                return (in, target) ->
                        ((ColumnBuilder.OfLongs) target).append(Math.multiplyExact(in.readLong(), factor));
            }
            default ->
                throw LakelogException.unsupported("column '" + field.name() + "' of type " + type.sql()
                        + " is not supported in Avro data files yet");
        }
    }

    private static Appender bytes() {
        return (in, target) -> ((ColumnBuilder.OfBytes) target).append(in.readBytes());
    }

    private static Appender decimal(Field field, Schema written) {
        DataType type = field.type();
        LogicalType logical = written.getLogicalType();
        if (!(logical instanceof LogicalTypes.Decimal decimal)
                || decimal.getScale() != type.scale()
                || decimal.getPrecision() != type.length()) {
            throw mismatch(field, written);
        }
        boolean wide = type.layout() == DataType.Layout.INT128;
        int bytesMax = wide ? 16 : 8;
        return (in, target) -> {
            byte[] unscaled = in.readBytes();
            if (unscaled.length > bytesMax) {
                throw new MalformedFileException(
                        "column '" + field.name() + "' has a value of " + unscaled.length + " bytes");
            }
            long[] value = Int128.fromBigEndian(unscaled, 0, unscaled.length);
            if (wide) {
                ((ColumnBuilder.OfInt128s) target).append(value[0], value[1]);
            } else {
                ((ColumnBuilder.OfLongs) target).append(value[1]);
            }
        };
    }

    private static long microsPerUnit(Field field, Schema written) {
        String unit =
                written.getLogicalType() == null ? "" : written.getLogicalType().getName();
        return switch (unit) {
            case "timestamp-millis", "local-timestamp-millis" -> 1000;
            case "timestamp-micros", "local-timestamp-micros" -> 1;
            default -> throw mismatch(field, written);
        };
    }

    private static void require(Field field, Schema written, Schema.Type wanted) {
        if (written.getType() != wanted) {
            throw mismatch(field, written);
        }
    }

    private static MalformedFileException mismatch(Field field, Schema written) {
        return new MalformedFileException(
                "column '" + field.name() + "' should be " + field.type() + ", but is stored as " + written);
    }
}
