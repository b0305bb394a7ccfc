package io.lakelog.storage.format;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.JsonProperties;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** The Avro schema that Paimon writes for a {@link MetaType}: its names, and null first in unions. Pure. */
final class AvroSchemas {
    private static final String NAMESPACE = "org.apache.paimon.avro.generated";

    private AvroSchemas() {}

    static Schema of(MetaType.Record record) {
        return record(record, "record");
    }

    private static Schema record(MetaType.Record record, String name) {
        List<Schema.Field> fields = new ArrayList<>(record.fields().size());
        for (MetaType.Field field : record.fields()) {
            Schema type = type(field.type(), name + "_" + field.name());
            fields.add(
                    field.nullable()
                            ? new Schema.Field(field.name(), orNull(type), null, JsonProperties.NULL_VALUE)
                            : new Schema.Field(field.name(), type));
        }
        return Schema.createRecord(name, null, NAMESPACE, false, fields);
    }

    private static Schema type(MetaType type, String name) {
        if (type instanceof MetaType.Record record) {
            return record(record, name);
        }
        if (type instanceof MetaType.ArrayOf array) {
            Schema element = type(array.element(), name);
            return Schema.createArray(array.nullableElements() ? orNull(element) : element);
        }
        return switch ((MetaType.Primitive) type) {
            case INT -> Schema.create(Schema.Type.INT);
            case LONG -> Schema.create(Schema.Type.LONG);
            case STRING -> Schema.create(Schema.Type.STRING);
            case BYTES -> Schema.create(Schema.Type.BYTES);
            case TIMESTAMP_MILLIS -> LogicalTypes.timestampMillis().addToSchema(Schema.create(Schema.Type.LONG));
        };
    }

    private static Schema orNull(Schema type) {
        return Schema.createUnion(Schema.create(Schema.Type.NULL), type);
    }
}
