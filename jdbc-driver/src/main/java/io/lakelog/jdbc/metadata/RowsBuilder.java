package io.lakelog.jdbc.metadata;

import io.lakelog.sql.ResultColumn;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the rows of an answer. */
final class RowsBuilder {
    private final List<ResultColumn> columns;
    private final BatchBuilder batch;

    RowsBuilder(MetadataKind kind) {
        columns = kind.columns();
        batch = new BatchBuilder(columns.stream().map(ResultColumn::type).toList());
    }

    /** Adds a row; numbers may be of any integer class. */
    void add(@Nullable Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        for (int i = 0; i < values.length; i++) {
            DataType type = columns.get(i).type();
            Values.append(batch.column(i), type, values[i]);
        }
    }

    StatementResult.Rows build() {
        return new StatementResult.Rows(columns, BatchSource.of(List.of(batch.build())));
    }
}
