package io.lakelog.sql.exec;

import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.RowType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of facts about a table, made when they are asked for: a system table.
 *
 * @param name after the dollar sign
 */
public record TableFacts(TableName table, String name, RowType rowType, Rows rows) implements Relation {
    /** Makes the rows, in the classes that {@link Values} names. */
    @FunctionalInterface
    public interface Rows {
        List<List<@Nullable Object>> of(Table table, Session session);
    }

    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        BatchBuilder builder = new BatchBuilder(rowType);
        for (List<@Nullable Object> row : rows.of(context.table(table), context.session())) {
            for (int i = 0; i < rowType.size(); i++) {
                Values.append(builder.column(i), rowType.type(i), row.get(i));
            }
        }
        return BatchSource.of(List.of(builder.build().project(columns)));
    }

    @Override
    public String describe() {
        return name + " of " + table;
    }
}
