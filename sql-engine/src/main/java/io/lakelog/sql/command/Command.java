package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BatchSource;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A statement that is planned and can be run, as often as wanted. */
public interface Command {
    /** What running it gives. */
    Kind kind();

    /** Columns of the rows; empty unless {@link Kind#ROWS}. */
    default List<OutputColumn> columns() {
        return List.of();
    }

    /** Runs it; what has failed has changed nothing. */
    Outcome run(ExecContext context);

    /** Whether an open transaction is committed before it runs: it is then no part of any. */
    default boolean endsTransaction() {
        return false;
    }

    /**
     * Whether it takes parameters as the user gave them; otherwise they come as the classes that {@link
     * io.lakelog.storage.row.Values} names for their types.
     */
    default boolean convertsParameters() {
        return false;
    }

    /**
     * Runs it for many sets of parameters with one commit.
     *
     * @return the count of each set
     */
    default long[] runBatch(ExecContext context, List<List<@Nullable Object>> parameterSets) {
        throw new LakelogException(
                ErrorCode.INVALID_STATEMENT, "a batch is made of INSERT, UPSERT, UPDATE or DELETE statements");
    }

    /** What a command gives. */
    enum Kind {
        ROWS,
        COUNT,
        NOTHING
    }

    /**
     * What it gave.
     *
     * @param rows to be closed; null unless {@link Kind#ROWS}
     * @param count of rows given or matched; empty unless {@link Kind#COUNT}
     */
    record Outcome(@Nullable BatchSource rows, OptionalLong count) {
        public static Outcome nothing() {
            return new Outcome(null, OptionalLong.empty());
        }

        public static Outcome of(BatchSource rows) {
            return new Outcome(rows, OptionalLong.empty());
        }

        public static Outcome of(long count) {
            return new Outcome(null, OptionalLong.of(count));
        }
    }
}
