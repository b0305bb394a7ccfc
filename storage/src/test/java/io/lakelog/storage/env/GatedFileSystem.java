package io.lakelog.storage.env;

import java.io.IOException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Another file system, in which threads of a name wait before they create a file, or fail, as a test says. Thread-safe. */
public final class GatedFileSystem extends ForwardingFileSystem {
    private final String threadName;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean shut;
    private boolean broken;
    private int waiting;

    public GatedFileSystem(FileSystem files, String threadName) {
        super(files);
        this.threadName = threadName;
    }

    /** Lets those threads wait, or go on. */
    public void shut(boolean nowShut) {
        set(() -> shut = nowShut);
    }

    /** Lets what those threads create fail, or not. */
    public void fail(boolean nowBroken) {
        set(() -> broken = nowBroken);
    }

    private void set(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until one of those threads waits. */
    public void awaitArrival() throws InterruptedException {
        lock.lock();
        try {
            while (waiting == 0) {
                changed.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private void pass(String path) throws IOException {
        if (!Thread.currentThread().getName().equals(threadName)) {
            return;
        }
        lock.lock();
        try {
            waiting++;
            changed.signalAll();
            while (shut) {
                changed.awaitUninterruptibly();
            }
            waiting--;
            if (broken) {
                throw new IOException("injected fault: create " + path);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Output create(String path) throws IOException {
        pass(path);
        return files.create(path);
    }
}
