package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import org.jspecify.annotations.Nullable;

/** Something that can be read as rows: a table's state, its changes, its snapshots. Immutable. */
public interface Relation {
    RowType rowType();

    /**
     * Reads it.
     *
     * @param columns positions in {@link #rowType}, in the order wanted; may be empty
     * @param hint rows that do not match need not be returned, but may be; null for none
     */
    BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint);

    /** What it is, for EXPLAIN. */
    String describe();
}
