package io.lakelog.sql;

import io.lakelog.sql.plan.StatementPlanner;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import org.jspecify.annotations.Nullable;

/** Rows of a result: whatever fails while they are read is a {@link LakelogException}. */
final class GuardedRows implements BatchSource {
    private final BatchSource source;
    private boolean closed;

    GuardedRows(BatchSource source) {
        this.source = source;
    }

    @Override
    public @Nullable Batch next() {
        if (closed) {
            return null;
        }
        try {
            return source.next();
        } catch (RuntimeException | Error e) {
            throw StatementPlanner.failure(e);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            source.close();
        }
    }
}
