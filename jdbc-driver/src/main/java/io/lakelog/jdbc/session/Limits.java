package io.lakelog.jdbc.session;

/**
 * How one execution is bounded.
 *
 * @param expected what the caller can take; another kind of statement is refused before it runs
 * @param maxRows rows after which the result may end; 0 for all. Only a hint: the caller counts too
 * @param fetchSize rows to bring over at a time, where there is a wire; 0 for a default
 * @param timeoutMillis after which the execution stops with TIMEOUT; 0 for never
 */
public record Limits(Expected expected, long maxRows, int fetchSize, long timeoutMillis) {
    /** Anything, unbounded. */
    public static final Limits NONE = new Limits(Expected.ANYTHING, 0, 0, 0);

    /** What kind of answer the caller can take. */
    public enum Expected {
        ANYTHING,
        ROWS,
        /** An update count, or nothing. */
        COUNT
    }
}
