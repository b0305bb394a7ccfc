package io.lakelog.sql.partition;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.RowType;

/** An expression over one column that says in which partition a row lies. Thread-safe. */
public interface PartitionExpression {
    /** The source column's position in the table. */
    int source();

    /**
     * The partition of each value, as a text that is neither NULL nor blank.
     *
     * @param values of the source column
     * @throws io.lakelog.storage.error.LakelogException if the expression fails for one of them
     */
    Column.Bytes texts(Column values);

    /** Whether a greater value never has a lesser text. */
    boolean isMonotonic();

    /** Makes expressions of texts. Thread-safe. */
    @FunctionalInterface
    interface Compiler {
        /**
         * @param columns of the table
         * @throws io.lakelog.storage.error.LakelogException UNSUPPORTED, or as a query with it would fail, if it cannot say
         *     where rows lie
         */
        PartitionExpression compile(String text, RowType columns);
    }
}
