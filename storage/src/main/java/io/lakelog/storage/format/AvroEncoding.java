package io.lakelog.storage.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.Encoder;
import org.jspecify.annotations.Nullable;

/** Writes the values of a {@link MetaType} through Avro's encoder. Not thread-safe. */
final class AvroEncoding implements DatumWriter<Object[]> {
    private final MetaType.Record type;

    AvroEncoding(MetaType.Record type) {
        this.type = type;
    }

    @Override
    public void setSchema(Schema schema) {
        // The schema is made from the type; there is nothing to learn from it.
    }

    @Override
    public void write(Object[] row, Encoder out) throws IOException {
        writeRecord(type, row, out);
    }

    private static void writeRecord(MetaType.Record type, @Nullable Object[] row, Encoder out) throws IOException {
        if (row.length != type.fields().size()) {
            throw new IllegalArgumentException(
                    "a record of " + row.length + " values for " + type.fields().size() + " fields");
        }
        for (int i = 0; i < row.length; i++) {
            MetaType.Field field = type.fields().get(i);
            if (row[i] == null && !field.nullable()) {
                throw new IllegalArgumentException("field " + field.name() + " must not be null");
            }
            writeValue(field.type(), field.nullable(), row[i], out);
        }
    }

    private static void writeValue(MetaType type, boolean nullable, @Nullable Object value, Encoder out)
            throws IOException {
        if (nullable) {
            out.writeIndex(value == null ? 0 : 1);
            if (value == null) {
                return;
            }
        }
        Objects.requireNonNull(value);
        if (type instanceof MetaType.Record record) {
            writeRecord(record, (Object[]) value, out);
        } else if (type instanceof MetaType.ArrayOf array) {
            writeArray(array, (List<?>) value, out);
        } else {
            switch ((MetaType.Primitive) type) {
                case INT -> out.writeInt((Integer) value);
                case LONG, TIMESTAMP_MILLIS -> out.writeLong((Long) value);
                case STRING -> out.writeBytes(((String) value).getBytes(StandardCharsets.UTF_8));
                case BYTES -> out.writeBytes((byte[]) value);
            }
        }
    }

    private static void writeArray(MetaType.ArrayOf type, List<?> values, Encoder out) throws IOException {
        out.writeArrayStart();
        out.setItemCount(values.size());
        for (Object value : values) {
            out.startItem();
            writeValue(type.element(), type.nullableElements(), value, out);
        }
        out.writeArrayEnd();
    }
}
