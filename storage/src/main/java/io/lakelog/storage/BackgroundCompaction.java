package io.lakelog.storage;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.manifest.BucketId;
import java.util.Collection;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compactions of one table that commits bring about, one at a time in a process: asked for after a commit, waited for
 * by writers whose buckets have too many runs. Thread-safe.
 */
final class BackgroundCompaction {
    private static final Logger LOG = LoggerFactory.getLogger(BackgroundCompaction.class);

    private final CompactionThreads threads;
    /** Held while anything of the table is compacted outside a commit; taken before the commit lock, or not waited for. */
    private final ReentrantLock compacting = new ReentrantLock();
    /** The table to compact next, or null if nobody asked since the last run began. */
    private @Nullable LakeTable wanted;

    private boolean scheduled;
    private long rounds;
    private boolean lastDidWork;
    private @Nullable RuntimeException failure;
    private volatile boolean stopped;

    BackgroundCompaction(CompactionThreads threads) {
        this.threads = threads;
    }

    /** Sees to it that a table is compacted if some of its buckets are due; soon, or at once where nothing runs by itself. */
    void request(LakeTable table) {
        synchronized (this) {
            wanted = table;
            if (scheduled || stopped) {
                return;
            }
            scheduled = true;
        }
        threads.run(this::run);
    }

    /**
     * Waits until buckets have fewer runs than {@code num-sorted-run.stop-trigger}, or no compaction can help. The caller
     * holds no lock.
     *
     * @throws LakelogException the failure of the compaction that was waited for
     */
    void awaitRoom(LakeTable table, Collection<BucketId> buckets) {
        while (!stopped && RunLimit.isReached(table, buckets)) {
            long before = roundsNow();
            request(table);
            awaitRound(table, before);
            synchronized (this) {
                if (failure != null && RunLimit.isReached(table, buckets)) {
                    throw RunLimit.failed(table, failure);
                }
                if (!lastDidWork) {
                    return;
                }
            }
        }
    }

    private synchronized long roundsNow() {
        return rounds;
    }

    private synchronized void awaitRound(LakeTable table, long before) {
        try {
            while (scheduled && rounds == before) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LakelogException(
                    ErrorCode.CANCELLED, "waiting for a compaction of table " + table.name() + " was interrupted", e);
        }
    }

    /** Keeps other compactions of the table away while {@code work} runs. The caller does not hold the commit lock. */
    <T> T exclusively(Supplier<T> work) {
        compacting.lock();
        try {
            return work.get();
        } finally {
            compacting.unlock();
        }
    }

    /** Ends what runs without a result, for good, and waits for that: the table is about to go. */
    void stop() {
        stopped = true;
        exclusively(() -> true);
    }

    private void run() {
        boolean again = true;
        while (again) {
            round();
            synchronized (this) {
                rounds++;
                again = wanted != null && !stopped;
                scheduled = again;
                notifyAll();
            }
        }
    }

    /** One look at the table: at most a snapshot. */
    private void round() {
        LakeTable table = takeWanted();
        boolean didWork = false;
        RuntimeException failed = null;
        // A commit that compacts at once holds the commit lock: it must not wait for one who waits for that.
        boolean mine = table != null && (threads.inline() ? compacting.tryLock() : lock());
        if (table != null && mine) {
            try {
                didWork = new DueCompaction(table, this::checkpoint).run();
            } catch (CancellationException e) {
                LOG.debug("compaction of table {} was abandoned", table.name());
            } catch (RuntimeException e) {
                if (e instanceof LakelogException known && isOutdated(known.code())) {
                    LOG.debug("compaction of table {} is of no use: {}", table.name(), e.getMessage());
                } else {
                    LOG.warn("compaction of table {} failed: {}", table.name(), e.getMessage());
                    failed = e;
                }
            } finally {
                compacting.unlock();
            }
        }
        synchronized (this) {
            lastDidWork = didWork;
            failure = failed;
            if (didWork && wanted == null) {
                // Merged runs can be due again.
                wanted = table;
            }
        }
    }

    /** The table was altered or dropped meanwhile: whoever writes it next asks again. */
    private static boolean isOutdated(ErrorCode code) {
        return code == ErrorCode.CONFLICT || code == ErrorCode.TABLE_NOT_FOUND;
    }

    private boolean lock() {
        compacting.lock();
        return true;
    }

    private synchronized @Nullable LakeTable takeWanted() {
        LakeTable table = wanted;
        wanted = null;
        return table;
    }

    private void checkpoint() {
        if (stopped || threads.isAbandoned()) {
            throw new CancellationException();
        }
    }
}
