package io.lakelog.storage.format;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How records written with one schema are read as a {@link MetaType}: fields by name at every level, extra fields skipped,
 * absent ones null. Worked out once for each file. Immutable.
 */
final class AvroDecoding {
    private AvroDecoding() {}

    /** Reads one value. */
    interface ValueReader {
        @Nullable
        Object read(BinaryCursor in);
    }

    /**
     * A reader of records.
     *
     * @throws MalformedFileException naming the field, if {@code written} lacks a required field or holds one in another
     *     type
     */
    static ValueReader record(MetaType.Record wanted, Schema written, String where) {
        if (written.getType() != Schema.Type.RECORD) {
            throw new MalformedFileException(where + " should be a record, but is " + name(written));
        }
        List<Schema.Field> fields = written.getFields();
        ValueReader[] readers = new ValueReader[fields.size()];
        int[] targets = new int[fields.size()];
        boolean[] found = new boolean[wanted.fields().size()];
        for (int i = 0; i < readers.length; i++) {
            Schema.Field field = fields.get(i);
            targets[i] = wanted.indexOf(field.name());
            if (targets[i] < 0) {
                readers[i] = skip(field.schema());
            } else {
                MetaType.Field target = wanted.fields().get(targets[i]);
                readers[i] = value(target.type(), target.nullable(), field.schema(), "field " + field.name());
                found[targets[i]] = true;
            }
        }
        for (int i = 0; i < found.length; i++) {
            MetaType.Field field = wanted.fields().get(i);
            if (!found[i] && !field.nullable()) {
                throw new MalformedFileException(where + " has no field " + field.name() + ", only "
                        + fields.stream().map(Schema.Field::name).toList());
            }
        }
        return in -> {
            @Nullable Object[] row = new Object[found.length];
            for (int i = 0; i < readers.length; i++) {
                Object value = readers[i].read(in);
                if (targets[i] >= 0) {
                    row[targets[i]] = value;
                }
            }
            return row;
        };
    }

    private static ValueReader value(MetaType wanted, boolean nullable, Schema written, String where) {
        if (written.getType() != Schema.Type.UNION) {
            return required(wanted, written, where);
        }
        List<Schema> branches = written.getTypes();
        ValueReader[] readers = new ValueReader[branches.size()];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = branches.get(i).getType() == Schema.Type.NULL
                    ? in -> null
                    : required(wanted, branches.get(i), where);
        }
        return in -> {
            Object value = readers[branch(in, readers.length)].read(in);
            if (value == null && !nullable) {
                throw new MalformedFileException(where + " is null");
            }
            return value;
        };
    }

    private static ValueReader required(MetaType wanted, Schema written, String where) {
        if (wanted instanceof MetaType.Record record) {
            return record(record, written, where);
        }
        if (wanted instanceof MetaType.ArrayOf array) {
            requireType(written, where, Schema.Type.ARRAY);
            return array(value(array.element(), array.nullableElements(), written.getElementType(), where));
        }
        switch ((MetaType.Primitive) wanted) {
            case INT -> {
                requireType(written, where, Schema.Type.INT);
                return BinaryCursor::readInt;
            }
            case LONG, TIMESTAMP_MILLIS -> {
                requireType(written, where, Schema.Type.LONG, Schema.Type.INT);
                return BinaryCursor::readLong;
            }
            case STRING -> {
                requireType(written, where, Schema.Type.STRING);
                return BinaryCursor::readString;
            }
            case BYTES -> {
                requireType(written, where, Schema.Type.BYTES);
                return BinaryCursor::readBytes;
            }
        }
        throw new IllegalStateException("no such type: " + wanted);
    }

    private static ValueReader array(ValueReader element) {
        return in -> {
            List<@Nullable Object> values = new ArrayList<>();
            for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
                for (int i = 0; i < count; i++) {
                    values.add(element.read(in));
                }
            }
            return values;
        };
    }

    static int branch(BinaryCursor in, int branches) {
        int branch = in.readInt();
        if (branch < 0 || branch >= branches) {
            throw new MalformedFileException("branch " + branch + " of a union of " + branches);
        }
        return branch;
    }

    private static void requireType(Schema written, String where, Schema.Type... allowed) {
        for (Schema.Type type : allowed) {
            if (written.getType() == type) {
                return;
            }
        }
        throw new MalformedFileException(where + " should be " + allowed[0] + ", but is " + name(written));
    }

    private static String name(Schema written) {
        return written.getType().getName();
    }

    /** Goes past a value; yields null. */
    private static ValueReader skip(Schema written) {
        return in -> {
            skip(written, in);
            return null;
        };
    }

    /** Goes past a value. */
    static void skip(Schema written, BinaryCursor in) {
        switch (written.getType()) {
            case NULL -> {}
            case BOOLEAN -> in.skip(1);
            case INT, LONG, ENUM -> in.readLong();
            case FLOAT -> in.skip(4);
            case DOUBLE -> in.skip(8);
            case STRING, BYTES -> in.skipBytes();
            case FIXED -> in.skip(written.getFixedSize());
            case UNION ->
                skip(written.getTypes().get(branch(in, written.getTypes().size())), in);
            case RECORD -> {
                for (Schema.Field field : written.getFields()) {
                    skip(field.schema(), in);
                }
            }
            case ARRAY -> {
                for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
                    for (int i = 0; i < count; i++) {
                        skip(written.getElementType(), in);
                    }
                }
            }
            case MAP -> {
                for (int count = in.readBlockCount(); count > 0; count = in.readBlockCount()) {
                    for (int i = 0; i < count; i++) {
                        in.skipBytes();
                        skip(written.getValueType(), in);
                    }
                }
            }
        }
    }
}
