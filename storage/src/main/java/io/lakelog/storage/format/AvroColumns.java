package io.lakelog.storage.format;

import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How the records of an Avro file, its rows and the ROWs in them, become columns: fields by name, unwanted ones skipped,
 * absent ones NULL. Worked out once for each file. Immutable.
 */
final class AvroColumns {
    private final List<Schema.Field> fields;
    /** For each field of the file where its value goes; null to skip it. */
    private final AvroValues.@Nullable Appender[] appenders;

    private final int[] targets;
    /** Wanted columns that the file lacks. */
    private final int[] absent;

    private AvroColumns(
            List<Schema.Field> fields, AvroValues.@Nullable Appender[] appenders, int[] targets, int[] absent) {
        this.fields = fields;
        this.appenders = appenders;
        this.targets = targets;
        this.absent = absent;
    }

    /**
     * Reads the wanted columns of records written with {@code written}.
     *
     * @param path what goes before a column's name in messages
     * @throws MalformedFileException naming the column, if the file holds it in another type, or lacks one that is not
     *     nullable
     */
    static AvroColumns of(Schema written, RowType wanted, String path) {
        if (written.getType() != Schema.Type.RECORD) {
            throw new MalformedFileException(
                    (path.isEmpty() ? "a row" : "'" + path + "'") + " should be a record, but is " + written.getType());
        }
        List<Schema.Field> fields = written.getFields();
        AvroValues.@Nullable Appender[] appenders = new AvroValues.Appender[fields.size()];
        int[] targets = new int[fields.size()];
        boolean[] found = new boolean[wanted.size()];
        for (int i = 0; i < targets.length; i++) {
            targets[i] = wanted.indexOf(fields.get(i).name());
            if (targets[i] >= 0) {
                Field field = wanted.field(targets[i]);
                appenders[i] = AvroValues.appender(
                        AvroValues.named(path, field), fields.get(i).schema());
                found[targets[i]] = true;
            }
        }
        int[] absent = IntStream.range(0, found.length).filter(i -> !found[i]).toArray();
        for (int i : absent) {
            if (!wanted.type(i).nullable()) {
                throw new MalformedFileException("it has no column '"
                        + AvroValues.named(path, wanted.field(i)).name() + "', only "
                        + fields.stream().map(Schema.Field::name).toList());
            }
        }
        return new AvroColumns(fields, appenders, targets, absent);
    }

    /** Appends the record at the cursor to the builders of the wanted columns. */
    void read(BinaryCursor in, List<ColumnBuilder> columns) {
        for (int i = 0; i < appenders.length; i++) {
            AvroValues.Appender appender = appenders[i];
            if (appender == null) {
                AvroDecoding.skip(fields.get(i).schema(), in);
            } else {
                appender.read(in, columns.get(targets[i]));
            }
        }
        for (int column : absent) {
            columns.get(column).appendNull();
        }
    }
}
