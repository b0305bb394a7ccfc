package io.lakelog.jdbc.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells a person who waits for a statement how long it has been running, in a line that goes when there is an answer. */
final class Progress implements AutoCloseable {
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration EACH = Duration.ofSeconds(1);
    private static final String CLEAR = "\r" + " ".repeat(50) + "\r";

    private final PrintStream out;
    private final Duration first;
    private final Duration each;
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread thread = new Thread(this::show, "lakelog-shell-progress");

    Progress(PrintStream out) {
        this(out, FIRST, EACH);
    }

    /**
     * @param first how long nothing is said
     * @param each how long from one line to the next
     */
    Progress(PrintStream out, Duration first, Duration each) {
        this.out = out;
        this.first = first;
        this.each = each;
        thread.setDaemon(true);
        thread.start();
    }

    private void show() {
        boolean shown = false;
        Duration time = first;
        try {
            for (Duration wait = first; !over.await(wait.toMillis(), TimeUnit.MILLISECONDS); wait = each) {
                out.print("\rrunning for " + time.toSeconds() + " s; Ctrl-C stops it");
                out.flush();
                shown = true;
                time = time.plus(each);
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
