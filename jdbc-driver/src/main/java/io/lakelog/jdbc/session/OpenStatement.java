package io.lakelog.jdbc.session;

import io.lakelog.sql.Cancellation;
import io.lakelog.sql.Prepared;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import org.jspecify.annotations.Nullable;

/**
 * One open statement: what is prepared in it, what runs in it, which result is open. Running, cancelling and closing may
 * come from different threads.
 */
final class OpenStatement {
    private @Nullable Prepared prepared;
    private @Nullable Cancellation running;
    private @Nullable Result result;
    private boolean closed;

    synchronized void keep(Prepared statement) {
        prepared = statement;
    }

    synchronized Prepared prepared() {
        Prepared statement = prepared;
        if (statement == null) {
            throw new LakelogException(ErrorCode.INVALID_STATEMENT, "no statement has been prepared here");
        }
        return statement;
    }

    /** Begins an execution: the result of the one before is closed, and {@link #cancel} now means this one. */
    Cancellation begin(long timeoutMillis) {
        closeResult();
        Cancellation cancellation = timeoutMillis > 0 ? Cancellation.after(timeoutMillis) : Cancellation.none();
        synchronized (this) {
            if (closed) {
                throw new LakelogException(ErrorCode.CLOSED, "the statement is closed");
            }
            running = cancellation;
        }
        return cancellation;
    }

    /** Hands out a result; closing it, or the statement, closes the source. */
    BatchSource opened(BatchSource source, Cancellation cancellation) {
        Result opened = new Result(source, cancellation);
        synchronized (this) {
            if (!closed) {
                result = opened;
                return opened;
            }
        }
        opened.close();
        throw new LakelogException(ErrorCode.CLOSED, "the statement was closed while it ran");
    }

    synchronized void cancel() {
        if (running != null) {
            running.cancel();
        }
    }

    void closeResult() {
        Result open;
        synchronized (this) {
            open = result;
            result = null;
        }
        if (open != null) {
            open.close();
        }
    }

    void close() {
        synchronized (this) {
            closed = true;
            if (running != null) {
                running.cancel();
            }
        }
        closeResult();
    }

    /** A result that can be closed by another thread than the one that reads it. */
    private static final class Result implements BatchSource {
        private final BatchSource source;
        private final Cancellation cancellation;
        private boolean reading;
        private boolean wanted = true;

        Result(BatchSource source, Cancellation cancellation) {
            this.source = source;
            this.cancellation = cancellation;
        }

        @Override
        public @Nullable Batch next() {
            synchronized (this) {
                if (!wanted) {
                    throw new LakelogException(ErrorCode.CLOSED, "the result is closed");
                }
                reading = true;
            }
            try {
                cancellation.check();
                return source.next();
            } finally {
                boolean closeNow;
                synchronized (this) {
                    reading = false;
                    closeNow = !wanted;
                }
                if (closeNow) {
                    source.close();
                }
            }
        }

        /** Closes at once, or, if another thread is reading, as soon as that thread is back: sources know one thread. */
        @Override
        public void close() {
            synchronized (this) {
                if (!wanted) {
                    return;
                }
                wanted = false;
                if (reading) {
                    cancellation.cancel();
                    return;
                }
            }
            source.close();
        }
    }
}
