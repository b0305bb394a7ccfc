package io.lakelog.sql.plan;

import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.Field;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * What an INSERT replaces, and the columns that PARTITION gives a value. Immutable.
 *
 * @param overwrite null for an INSERT that replaces nothing
 * @param values by partition column
 */
record OverwriteTarget(@Nullable Overwrite overwrite, Map<String, @Nullable Object> values) {
    /** An INSERT that replaces nothing. */
    static final OverwriteTarget NONE = new OverwriteTarget(null, Map.of());

    /** What INSERT OVERWRITE ... PARTITION (...) means for a table. */
    static OverwriteTarget of(TableSchema schema, List<Statement.PartitionValue> partition, ZoneId zone) {
        Map<String, @Nullable Object> values = values(schema, partition, zone);
        if (!values.isEmpty()) {
            return new OverwriteTarget(Overwrite.partition(values), values);
        }
        return new OverwriteTarget(
                schema.partitionKeys().isEmpty() ? Overwrite.WHOLE_TABLE : Overwrite.WRITTEN_PARTITIONS, values);
    }

    /** What ALTER TABLE ... DROP PARTITION (...), PARTITION (...) removes. */
    static Overwrite dropped(
            TableSchema schema, List<List<Statement.PartitionValue>> partitions, boolean mustExist, ZoneId zone) {
        List<Map<String, @Nullable Object>> dropped = new ArrayList<>();
        for (List<Statement.PartitionValue> partition : partitions) {
            for (Statement.PartitionValue named : partition) {
                if (named.value() == null) {
                    throw new LakelogException(
                            ErrorCode.INVALID_STATEMENT,
                            "partition column '" + named.column().getSimple() + "' ("
                                    + SqlText.place(named.column().getParserPosition()) + ") needs a value here");
                }
            }
            dropped.add(values(schema, partition, zone));
        }
        return new Overwrite(false, dropped, mustExist);
    }

    /** The values that are named, by column. */
    private static Map<String, @Nullable Object> values(
            TableSchema schema, List<Statement.PartitionValue> partition, ZoneId zone) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (Statement.PartitionValue named : partition) {
            Field field = field(schema, named);
            SqlNode value = named.value();
            if (value == null) {
                continue;
            }
            if (!Literals.isLiteral(value)) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "the value of partition column '" + field.name() + "' ("
                                + SqlText.place(value.getParserPosition()) + ") has to be a literal");
            }
            if (values.containsKey(field.name())) {
                throw new LakelogException(
                        ErrorCode.INVALID_STATEMENT,
                        "partition column '" + field.name() + "' is named twice ("
                                + SqlText.place(named.column().getParserPosition()) + ")");
            }
            values.put(field.name(), Literals.value(value, field, zone));
        }
        return values;
    }

    private static Field field(TableSchema schema, Statement.PartitionValue named) {
        String wanted = named.column().getSimple();
        for (String key : schema.partitionKeys()) {
            if (key.equalsIgnoreCase(wanted)) {
                return schema.rowType().field(schema.rowType().indexOf(key));
            }
        }
        throw new LakelogException(
                ErrorCode.COLUMN_NOT_FOUND,
                "'" + wanted + "' (" + SqlText.place(named.column().getParserPosition())
                        + ") is no partition column of the table"
                        + (schema.partitionKeys().isEmpty()
                                ? ", which has none"
                                : NearMatch.hint(wanted, schema.partitionKeys())));
    }

    /** What a column gets that the statement does not fill, of the class of its type, or null for NULL. */
    @Nullable
    Object constant(Field field, ZoneId zone) {
        return values.containsKey(field.name()) ? values.get(field.name()) : Defaults.of(field, zone);
    }
}
