package io.lakelog.jdbc.remote;

/** When a statement must have answered. Immutable. */
final class Deadline {
    /** Never. */
    static final Deadline NONE = new Deadline(false, 0);

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final boolean limited;
    private final long nanos;

    private Deadline(boolean limited, long nanos) {
        this.limited = limited;
        this.nanos = nanos;
    }

    /** In so many milliseconds; 0 means never. */
    static Deadline in(long millis) {
        return millis <= 0 ? NONE : new Deadline(true, System.nanoTime() + millis * NANOS_PER_MILLI);
    }

    /** Milliseconds left, at least 1; 0 if there is no end. */
    int leftMillis() {
        if (!limited) {
            return 0;
        }
        long left = (nanos - System.nanoTime()) / NANOS_PER_MILLI;
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, left));
    }
}
