package io.lakelog.sql;

import io.lakelog.storage.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement ready to run, as often as wanted. Values of parameters are of the Java classes of
 * {@link io.lakelog.storage.row.Values}, or others that convert without loss (any integer class, {@code java.math} ones,
 * String for anything a text can be read as, LocalDateTime, Instant); null is NULL. If the table has changed since, it is
 * planned again. Used by one thread at a time.
 */
public interface Prepared {
    /** The text as given. */
    String sql();

    Kind kind();

    /** Columns of the result; empty unless {@link Kind#QUERY}. */
    List<ResultColumn> columns();

    /** The types the parameters are converted to, in order. */
    List<DataType> parameterTypes();

    /**
     * Runs it.
     *
     * @throws io.lakelog.storage.error.LakelogException INVALID_PARAMETER if the number of parameters is not right
     */
    StatementResult execute(List<@Nullable Object> parameters, Cancellation cancellation);

    /**
     * Runs a statement that writes for many sets of parameters, with one commit.
     *
     * @return the update count of each set; on a failure nothing is committed
     */
    long[] executeBatch(List<List<@Nullable Object>> parameterSets, Cancellation cancellation);

    /** What running it gives. */
    enum Kind {
        /** Rows: SELECT, VALUES, SHOW, DESCRIBE, EXPLAIN. */
        QUERY,
        /** A count: INSERT, UPSERT, UPDATE, DELETE. */
        UPDATE,
        /** Nothing: CREATE, DROP, USE. */
        COMMAND
    }
}
