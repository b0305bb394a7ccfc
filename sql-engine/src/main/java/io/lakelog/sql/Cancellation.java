package io.lakelog.sql;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets another thread, or a deadline, stop a running statement. One for each execution. Thread-safe. (No thread is
 * interrupted: that would close files under other readers.)
 */
public final class Cancellation {
    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final long deadlineNanos;
    private final boolean limited;

    private Cancellation(long timeoutMillis) {
        limited = timeoutMillis > 0;
        deadlineNanos = limited ? System.nanoTime() + timeoutMillis * 1_000_000L : 0;
    }

    /** Never ends by itself. */
    public static Cancellation none() {
        return new Cancellation(0);
    }

    /** Ends after {@code timeoutMillis}; 0 means never. */
    public static Cancellation after(long timeoutMillis) {
        return new Cancellation(timeoutMillis);
    }

    public void cancel() {
        cancelled.set(true);
    }

    /** The flag that {@link #cancel} sets, for engines that poll one; a deadline does not set it. */
    public AtomicBoolean flag() {
        return cancelled;
    }

    /** Throws CANCELLED or TIMEOUT if the statement should stop; to be called at least once a batch. */
    public void check() {
        if (cancelled.get()) {
            throw new LakelogException(ErrorCode.CANCELLED, "the statement was cancelled");
        }
        if (limited && System.nanoTime() - deadlineNanos > 0) {
            cancelled.set(true);
            throw new LakelogException(ErrorCode.TIMEOUT, "the statement ran longer than its timeout");
        }
    }
}
