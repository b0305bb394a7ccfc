package io.lakelog.sql;

import io.lakelog.storage.row.BatchSource;
import java.util.List;

/** What a statement gave. */
public sealed interface StatementResult {
    /** Rows, to be closed. Their columns are those of the statement. */
    record Rows(List<ResultColumn> columns, BatchSource batches) implements StatementResult {}

    /** Rows given (INSERT) or matched (UPDATE, DELETE). */
    record UpdateCount(long count) implements StatementResult {}

    /** Nothing to show. */
    record Done() implements StatementResult {}
}
