package io.lakelog.jdbc.cli;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a person who waits for a statement how long it has been running, in a line that goes when there is an answer. */
final class Progress implements AutoCloseable {
    private static final int FIRST_SECONDS = 2;
    private static final String CLEAR = "\r" + " ".repeat(50) + "\r";

    private final PrintStream out;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = new Thread(this::show, "lakelog-shell-progress");

    Progress(PrintStream out) {
        this.out = out;
        thread.setDaemon(true);
        thread.start();
    }

    private void show() {
        boolean shown = false;
        try {
            for (int seconds = FIRST_SECONDS; !over.await(shown ? 1 : FIRST_SECONDS, TimeUnit.SECONDS); seconds++) {
                out.print("\rrunning for " + seconds + " s; Ctrl-C stops it");
                out.flush();
                shown = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (shown) {
            out.print(CLEAR);
            out.flush();
        }
    }

    /** The line is gone when this returns. */
    @Override
    public void close() {
        over.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
