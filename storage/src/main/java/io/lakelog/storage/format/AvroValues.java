package io.lakelog.storage.format;

import io.lakelog.storage.row.BooleansBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.row.Int128;
import io.lakelog.storage.row.Int128sBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.ListsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.StructsBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.util.List;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** How the values of one column lie in an Avro file, nested ones included. Pure. */
final class AvroValues {
    private AvroValues() {}

    /** Appends one value to its column. */
    interface Appender {
        void read(BinaryCursor in, ColumnBuilder target);
    }

    /**
     * Reads values of a column written with {@code written}.
     *
     * @throws MalformedFileException naming the column, if they are of another type
     */
    static Appender appender(Field field, Schema written) {
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
                return (in, target) -> ((BooleansBuilder) target).append(in.readUnsignedByte() != 0);
            }
            case TINYINT, SMALLINT, INT, DATE, TIME -> {
                require(field, written, Schema.Type.INT);
                return (in, target) -> ((IntsBuilder) target).append(in.readInt());
            }
            case BIGINT -> {
                require(field, written, Schema.Type.LONG);
                return (in, target) -> ((LongsBuilder) target).append(in.readLong());
            }
            case FLOAT -> {
                require(field, written, Schema.Type.FLOAT);
                return (in, target) ->
                        ((FloatsBuilder) target).append(Float.intBitsToFloat((int) in.readLittleEndian(4)));
            }
            case DOUBLE -> {
                require(field, written, Schema.Type.DOUBLE);
                return (in, target) ->
                        ((DoublesBuilder) target).append(Double.longBitsToDouble(in.readLittleEndian(8)));
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
                return (in, target) -> ((LongsBuilder) target).append(Math.multiplyExact(in.readLong(), factor));
            }
            case ARRAY -> {
                require(field, written, Schema.Type.ARRAY);
                return array(field, written);
            }
            case MAP, MULTISET -> {
                return written.getType() == Schema.Type.MAP ? map(field, written) : entries(field, written);
            }
            case ROW -> {
                AvroColumns fields = AvroColumns.of(written, new RowType(type.children()), field.name());
                return (in, target) -> {
                    StructsBuilder row = (StructsBuilder) target;
                    fields.read(in, row.children());
                    row.endValue();
                };
            }
        }
        throw new IllegalStateException("no such type: " + type);
    }

    private static Appender array(Field field, Schema written) {
        Appender element = appender(named(field.name(), field.type().children().get(0)), written.getElementType());
        return (in, target) -> {
            ListsBuilder list = (ListsBuilder) target;
            ColumnBuilder elements = list.child(0);
            for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
                for (int i = 0; i < count; i++) {
                    element.read(in, elements);
                }
            }
            list.endValue();
        };
    }

    /** Avro's own maps have texts for keys. */
    private static Appender map(Field field, Schema written) {
        Field key = key(field);
        if (key.type().kind() != TypeKind.CHAR && key.type().kind() != TypeKind.VARCHAR) {
            throw mismatch(field, written);
        }
        Appender value = appender(named(field.name(), field.type().children().get(1)), written.getValueType());
        return pairs(bytes(), value);
    }

    /** Other maps are arrays of records of a key and a value. */
    private static Appender entries(Field field, Schema written) {
        require(field, written, Schema.Type.ARRAY);
        Schema entry = written.getElementType();
        if (entry.getType() != Schema.Type.RECORD || entry.getFields().size() != 2) {
            throw mismatch(field, written);
        }
        Appender key = appender(key(field), entry.getFields().get(0).schema());
        Appender value = appender(
                named(field.name(), field.type().children().get(1)),
                entry.getFields().get(1).schema());
        return pairs(key, value);
    }

    private static Appender pairs(Appender key, Appender value) {
        return (in, target) -> {
            ListsBuilder list = (ListsBuilder) target;
            ColumnBuilder keys = list.child(0);
            ColumnBuilder values = list.child(1);
            for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
                for (int i = 0; i < count; i++) {
                    key.read(in, keys);
                    value.read(in, values);
                }
            }
            list.endValue();
        };
    }

    /** Keys are never NULL, whatever their type says. */
    private static Field key(Field map) {
        Field key = map.type().children().get(0);
        return named(map.name(), key.withType(key.type().notNull()));
    }

    /** A field whose name says where it lies. */
    static Field named(String path, Field field) {
        return path.isEmpty() ? field : new Field(field.id(), path + "." + field.name(), field.type());
    }

    private static Appender bytes() {
        return (in, target) -> ((BytesBuilder) target).append(in.readBytes());
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
                ((Int128sBuilder) target).append(value[0], value[1]);
            } else {
                ((LongsBuilder) target).append(value[1]);
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
