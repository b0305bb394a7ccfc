package io.lakelog.storage.env;

import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Another file system on which something else happens before a file is read or claimed: before the {@code n}-th on a path in which a
 * pattern is found, counted from 1. A test runs for n = 1, 2, ... until {@link #struck} stays false. Thread-safe.
 */
public final class MeddledFileSystem extends ForwardingFileSystem {
    private final Pattern path;
    private final int n;
    private @Nullable Runnable meddling;
    private int count;
    private boolean struck;

    public MeddledFileSystem(FileSystem files, String pattern, int n) {
        super(files);
        this.path = Pattern.compile(pattern);
        this.n = n;
    }

    /** From now on files are counted, and this happens before the n-th. */
    public synchronized void meddle(Runnable what) {
        meddling = what;
    }

    public synchronized boolean struck() {
        return struck;
    }

    private void count(String target) {
        Runnable due = null;
        synchronized (this) {
            if (meddling != null && path.matcher(target).find() && ++count == n) {
                due = meddling;
                struck = true;
            }
        }
        if (due != null) {
            due.run();
        }
    }

    @Override
    public Input open(String target) throws IOException {
        count(target);
        return files.open(target);
    }

    @Override
    public byte[] read(String target) throws IOException {
        count(target);
        return files.read(target);
    }

    @Override
    public boolean createIfAbsent(String target, byte[] content) throws IOException {
        count(target);
        return files.createIfAbsent(target, content);
    }
}
