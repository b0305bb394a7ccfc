package io.lakelog.tck.check;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.paimon.types.DataField;

/** One schema file by itself. */
final class SchemaCheck {
    private SchemaCheck() {}

    static void check(long fileId, RawSchema schema, Consumer<String> faults) {
        Consumer<String> report = fault -> faults.accept("schema " + fileId + ": " + fault);
        if (schema.id() != fileId) {
            report.accept("says it is " + schema.id());
        }
        Set<Integer> ids = new HashSet<>();
        for (DataField field : schema.rowType().getFields()) {
            if (!ids.add(field.id()) || field.id() > schema.highestFieldId()) {
                report.accept("field id " + field.id() + " of " + field.name() + " is used twice or above the highest");
            }
        }
        List<String> names = schema.rowType().getFieldNames();
        if (!names.containsAll(schema.primaryKeys()) || !names.containsAll(schema.partitionKeys())) {
            report.accept("keys " + schema.primaryKeys() + schema.partitionKeys() + " are not all columns");
        }
        for (DataField field : schema.rowType().getFields()) {
            if (schema.primaryKeys().contains(field.name()) && field.type().isNullable()) {
                report.accept("key column " + field.name() + " allows NULL");
            }
        }
        if (!schema.primaryKeys().isEmpty() && schema.trimmedKeys().isEmpty()) {
            report.accept("nothing is left of the key without the partition columns");
        }
    }
}
