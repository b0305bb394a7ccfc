package io.lakelog.storage;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Work of a catalog that has to be done at some time even if nobody asks for it: at most one piece for each table, on one
 * daemon thread that exists only while there is something to wait for. Thread-safe.
 */
final class Alarm implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Alarm.class);

    private final Map<TableName, ScheduledFuture<?>> waiting = new HashMap<>();
    private @Nullable ScheduledThreadPoolExecutor executor;
    private boolean closed;

    /** Runs {@code work} after a delay, unless work of this table waits already, or the catalog is closed before. */
    synchronized void set(TableName table, long delayMillis, Runnable work) {
        ScheduledFuture<?> before = waiting.get(table);
        if (closed || (before != null && !before.isDone())) {
            return;
        }
        waiting.put(
                table, executor().schedule(() -> run(table, work), Math.max(0, delayMillis), TimeUnit.MILLISECONDS));
    }

    /** Nothing waits for a person to read it: what fails now is tried again when the table is written or opened. */
    private void run(TableName table, Runnable work) {
        synchronized (this) {
            waiting.remove(table);
        }
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.warn("background work on table {} failed: {}", table, e.getMessage());
        }
    }

    private ScheduledThreadPoolExecutor executor() {
        ScheduledThreadPoolExecutor present = executor;
        if (present == null) {
            present = new ScheduledThreadPoolExecutor(1, task -> {
                Thread thread = new Thread(task, "lakelog-alarm");
                thread.setDaemon(true);
                return thread;
            });
            present.setKeepAliveTime(1, TimeUnit.SECONDS);
            present.allowCoreThreadTimeOut(true);
            present.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
            executor = present;
        }
        return present;
    }

    /** Forgets what waits, and waits for what runs. */
    @Override
    public void close() {
        ScheduledThreadPoolExecutor present;
        synchronized (this) {
            closed = true;
            present = executor;
            waiting.clear();
        }
        if (present != null) {
            present.shutdown();
            boolean interrupted = false;
            while (true) {
                try {
                    if (present.awaitTermination(1, TimeUnit.MINUTES)) {
                        break;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    break;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
