package io.lakelog.storage.format;

import java.util.List;

/**
 * The shape of a metadata record: as much of Avro as manifests need, without a class of Avro. Values are Integer, Long,
 * String, byte[], Long (milliseconds since 1970 for {@link Primitive#TIMESTAMP_MILLIS}), List for an array, and Object[] in
 * field order for a record; null only where the description allows it. Immutable.
 */
public sealed interface MetaType {
    MetaType INT = Primitive.INT;
    MetaType LONG = Primitive.LONG;
    MetaType STRING = Primitive.STRING;
    MetaType BYTES = Primitive.BYTES;
    MetaType TIMESTAMP_MILLIS = Primitive.TIMESTAMP_MILLIS;

    /** A single value. */
    enum Primitive implements MetaType {
        INT,
        LONG,
        STRING,
        BYTES,
        TIMESTAMP_MILLIS
    }

    /** A list of values. */
    record ArrayOf(MetaType element, boolean nullableElements) implements MetaType {}

    /** Named fields in order. */
    record Record(List<Field> fields) implements MetaType {
        public Record {
            fields = List.copyOf(fields);
        }

        /** The position of the field with this name, or -1. */
        public int indexOf(String name) {
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i).name().equals(name)) {
                    return i;
                }
            }
            return -1;
        }
    }

    /** A field of a record. A nullable one may be absent from a file: it is read as null then. */
    record Field(String name, MetaType type, boolean nullable) {}

    static Record record(Field... fields) {
        return new Record(List.of(fields));
    }

    static Field required(String name, MetaType type) {
        return new Field(name, type, false);
    }

    static Field nullable(String name, MetaType type) {
        return new Field(name, type, true);
    }
}
