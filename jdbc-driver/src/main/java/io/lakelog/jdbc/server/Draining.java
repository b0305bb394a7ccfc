package io.lakelog.jdbc.server;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** The way out: from some moment on nothing new begins, and what runs gets a while to end. Thread-safe. */
final class Draining {
    /** What begins work; everything else ends some, or tells of it. */
    private static final Set<String> BEGINS = Set.of(
            "openConnection",
            "createStatement",
            "prepare",
            "prepareAndExecute",
            "execute",
            "executeBatch",
            "executeBatchProtobuf",
            "prepareAndExecuteBatch");

    private static final long LOOK_MILLIS = 20;
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private int running;
    private boolean stopping;

    /** @throws LakelogException SHUTTING_DOWN if the call may not begin any more */
    synchronized void check(String method) {
        if (stopping && BEGINS.contains(method)) {
            throw new LakelogException(
                    ErrorCode.SHUTTING_DOWN, "the server is being stopped and begins nothing new; try again later");
        }
    }

    /** A request has come; it runs until its answer is on its way. */
    synchronized void begin() {
        running++;
    }

    synchronized void end() {
        running--;
        notifyAll();
    }

    synchronized boolean isStopping() {
        return stopping;
    }

    /**
     * Lets nothing new begin, and waits until nothing runs.
     *
     * @param isQuiet whether there is nothing else to wait for
     * @return whether all came to its end in time
     */
    synchronized boolean stop(Duration most, BooleanSupplier isQuiet) throws InterruptedException {
        stopping = true;
        long end = System.nanoTime() + most.toNanos();
        while (running > 0 || !isQuiet.getAsBoolean()) {
            long left = (end - System.nanoTime()) / NANOS_PER_MILLI;
            if (left <= 0) {
                return false;
            }
            wait(Math.min(left, LOOK_MILLIS));
        }
        return true;
    }
}
