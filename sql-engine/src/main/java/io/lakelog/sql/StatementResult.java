package io.lakelog.sql;

import io.lakelog.storage.row.BatchSource;
import java.util.List;

/** What a statement gave. */
public sealed interface StatementResult {
    /**
     * What the user should know beside the result: a sentence each, mostly none. Those that reading the rows brings up
     * appear while they are read.
     */
    default List<String> warnings() {
        return List.of();
    }

    /** Rows, to be closed. Their columns are those of the statement. */
    record Rows(List<ResultColumn> columns, BatchSource batches, List<String> warnings) implements StatementResult {
        public Rows(List<ResultColumn> columns, BatchSource batches) {
            this(columns, batches, List.of());
        }
    }

    /** Rows given (INSERT) or matched (UPDATE, DELETE). */
    record UpdateCount(long count, List<String> warnings) implements StatementResult {
        public UpdateCount(long count) {
            this(count, List.of());
        }
    }

    /** Nothing to show. */
    record Done() implements StatementResult {}
}
