package io.lakelog.jdbc.server;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Memory for requests that are being read or answered, so that many long ones at once wait rather than fill it. */
final class RequestMemory {
    private static final int UNIT = 1024;
    private static final int WAIT_SECONDS = 30;
    /** Of the memory of this process. What a message becomes is several times as long as itself. */
    private static final int SHARE = 8;

    private final int units;
    private final Semaphore free;

    RequestMemory(long mostBytes) {
        this.units = (int) Math.max(1, Math.min(Integer.MAX_VALUE, mostBytes / UNIT));
        this.free = new Semaphore(units, true);
    }

    /** Enough for one request of the longest kind at least. */
    static RequestMemory of(long memoryBytes, long longestRequest) {
        return new RequestMemory(Math.max(memoryBytes / SHARE, longestRequest + UNIT));
    }

    /** Takes room for a message, waiting for it a while; returns whether there was any. */
    boolean take(int bytes) throws InterruptedException {
        return free.tryAcquire(unitsOf(bytes), WAIT_SECONDS, TimeUnit.SECONDS);
    }

    void giveBack(int bytes) {
        free.release(unitsOf(bytes));
    }

    private int unitsOf(int bytes) {
        return Math.min(units, bytes / UNIT + 1);
    }
}
