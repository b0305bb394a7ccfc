package io.lakelog.sql.command;

import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The definition that CREATE TABLE ... LIKE means: another table's, then what the statement says itself. Pure. */
final class LikeDefinition {
    private LikeDefinition() {}

    static TableDefinition of(TableSchema source, Statement.CreateTableLike create) {
        TableDefinition own = create.definition();
        Set<Statement.LikePart> without = create.without();
        List<Field> columns = new ArrayList<>(source.rowType().fields());
        columns.addAll(own.columns().fields());
        boolean keepsKey = own.primaryKeys().isEmpty() && !without.contains(Statement.LikePart.CONSTRAINTS);
        boolean ownPartitions = !own.partitionKeys().isEmpty() || own.options().containsKey(SpanningKey.EXPRESSION);
        boolean keepsPartitions = !ownPartitions && !without.contains(Statement.LikePart.PARTITIONS);
        Map<String, String> options = new TreeMap<>();
        if (!without.contains(Statement.LikePart.OPTIONS)) {
            options.putAll(source.options());
        }
        options.remove(SpanningKey.OPTION);
        String expression = source.options().get(SpanningKey.EXPRESSION);
        if (keepsPartitions && expression != null) {
            options.put(SpanningKey.EXPRESSION, expression);
        } else {
            options.remove(SpanningKey.EXPRESSION);
        }
        options.putAll(own.options());
        return new TableDefinition(
                new RowType(columns),
                keepsKey ? source.primaryKeys() : own.primaryKeys(),
                keepsPartitions ? source.partitionKeys() : own.partitionKeys(),
                options,
                own.comment() != null ? own.comment() : source.comment());
    }
}
