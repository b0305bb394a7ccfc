package io.lakelog.storage;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Where the compactions of a catalog run that nobody waits for: on daemon threads that exist only while there is something
 * to merge, or, in a world without such threads, in the thread that brings them about. Thread-safe.
 */
final class CompactionThreads implements AutoCloseable {
    /** What runs or waits when the catalog is closed gets so long; nothing is lost if it is abandoned then. */
    private static final int CLOSE_SECONDS = 10;

    private final ThreadPoolExecutor executor;
    private final boolean ownThreads;
    private volatile boolean abandoned;
    private boolean closed;

    /** @param ownThreads whether work gets a thread of its own */
    CompactionThreads(boolean ownThreads) {
        this.ownThreads = ownThreads;
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        executor = new ThreadPoolExecutor(threads, threads, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, "lakelog-compaction");
            thread.setDaemon(true);
            return thread;
        });
        executor.allowCoreThreadTimeOut(true);
    }

    /** Runs work: now, before this returns, if there are no threads for it (any more). */
    void run(Runnable work) {
        synchronized (this) {
            if (ownThreads && !closed) {
                executor.execute(work);
                return;
            }
        }
        work.run();
    }

    /** Whether work runs in the thread that brings it about. */
    synchronized boolean inline() {
        return !ownThreads || closed;
    }

    /** Whether what runs on the threads is to end without a result. */
    boolean isAbandoned() {
        return abandoned;
    }

    /** Lets what runs and waits come to its end, for a while. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        executor.shutdown();
        boolean interrupted = false;
        try {
            if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                abandoned = true;
                executor.shutdownNow().forEach(Runnable::run);
                executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            abandoned = true;
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
