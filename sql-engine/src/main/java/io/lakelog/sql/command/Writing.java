package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.StalePlanException;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** What all commands that write rows share: the commit, and running again when another writer was first. */
final class Writing {
    private static final int ATTEMPTS = 5;

    private Writing() {}

    /** Commits, and lets the session remember the snapshot. */
    static void commit(TableWrite write, TableName table, ExecContext context) {
        context.check();
        OptionalLong snapshot = write.commit();
        if (snapshot.isPresent()) {
            context.session().committed(table, snapshot.getAsLong());
        }
    }

    /** What a write into {@code target} depends on when the rows come from {@code reads}. */
    static OptionalLong dependsOn(TableName target, Set<TableName> reads, ExecContext context) {
        return reads.contains(target) ? OptionalLong.of(context.snapshot(target).orElse(0)) : OptionalLong.empty();
    }

    /** Runs a write; again, on the table as it is then, when what it read has been changed by another writer. */
    static <T> T withRetries(ExecContext context, Function<ExecContext, T> write) {
        for (int attempt = 1; ; attempt++) {
            try {
                return write.apply(attempt == 1 ? context : context.again());
            } catch (LakelogException e) {
                if (e.code() != ErrorCode.CONFLICT || e instanceof StalePlanException || attempt == ATTEMPTS) {
                    throw e;
                }
                context.check();
            }
        }
    }
}
