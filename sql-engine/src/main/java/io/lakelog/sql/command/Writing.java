package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.StalePlanException;
import io.lakelog.sql.exec.Transaction;
import io.lakelog.storage.Overwrite;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.Collection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What all commands that write rows share. In a transaction they add to its write, and what fails undoes only itself;
 * outside of one they commit, and run again when another writer has changed what they read.
 */
final class Writing {
    private static final int ATTEMPTS = 5;

    private Writing() {}

    /** Writes the rows of a statement. */
    @FunctionalInterface
    interface Rows<T> {
        T write(TableWrite write, ExecContext context);
    }

    /**
     * Runs a statement that writes to a table.
     *
     * @param reads the tables that it reads: it sees them as they are before it writes
     */
    static <T> T run(ExecContext context, TableName table, Collection<TableName> reads, Rows<T> rows) {
        Transaction transaction = context.transaction();
        return transaction == null
                ? alone(context, table, null, rows)
                : within(transaction, context, table, reads, rows);
    }

    /** The same for a statement whose rows take the place of others; no overwrite means that they do not. */
    static <T> T replace(
            ExecContext context,
            TableName table,
            @Nullable Overwrite overwrite,
            Collection<TableName> reads,
            Rows<T> rows) {
        if (overwrite == null) {
            return run(context, table, reads, rows);
        }
        if (context.transaction() != null) {
            throw LakelogException.unsupported("INSERT OVERWRITE in a transaction is not supported: commit it first, or"
                    + " write DELETE and INSERT");
        }
        return alone(context, table, overwrite, rows);
    }

    private static <T> T within(
            Transaction transaction, ExecContext context, TableName table, Collection<TableName> reads, Rows<T> rows) {
        context.see(reads);
        Transaction.Mark before = transaction.mark();
        boolean done = false;
        try {
            T result = rows.write(transaction.write(context.table(table)), context);
            context.check();
            done = true;
            return result;
        } finally {
            if (!done) {
                transaction.rollbackTo(before);
            }
        }
    }

    private static <T> T alone(ExecContext context, TableName table, @Nullable Overwrite overwrite, Rows<T> rows) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(attempt == 1 ? context : context.again(), table, overwrite, rows);
            } catch (LakelogException e) {
                if (e.code() != ErrorCode.CONFLICT || e instanceof StalePlanException || attempt == ATTEMPTS) {
                    throw e;
                }
                context.check();
            }
        }
    }

    private static <T> T once(ExecContext context, TableName table, @Nullable Overwrite overwrite, Rows<T> rows) {
        Table target = context.table(table);
        try (TableWrite write =
                overwrite == null ? target.newWrite(OptionalLong.empty()) : target.newOverwrite(overwrite)) {
            T result = rows.write(write, context);
            context.check();
            context.tellPremise(table, write);
            OptionalLong snapshot = write.commit();
            if (snapshot.isPresent()) {
                context.session().committed(table, snapshot.getAsLong());
            }
            return result;
        }
    }
}
