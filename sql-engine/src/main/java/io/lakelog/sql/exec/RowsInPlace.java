package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import org.jspecify.annotations.Nullable;

/** Rows that stand in place of a table's committed ones. */
@FunctionalInterface
public interface RowsInPlace {
    /** The rows with the wanted columns; {@code filter} is a hint as in a scan. */
    BatchSource open(int[] columns, @Nullable Predicate filter);
}
