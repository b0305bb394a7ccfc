package io.lakelog.tck.sql;

import java.sql.SQLException;

/** How the answer of Lakelog stands to that of H2. */
enum Outcome {
    SAME,
    /** Both took the statement, and one is wrong. */
    DIFFERENT,
    /** Lakelog failed in a way that it never should. */
    BROKEN,
    /** Lakelog failed where H2 did not. */
    FAILED,
    /** Lakelog says that it cannot do this. */
    REFUSED,
    /** H2 cannot tell. */
    UNKNOWN;

    static Outcome of(Answer lakelog, Answer h2) {
        SQLException failure = lakelog.failure();
        if (failure != null && "XX000".equals(failure.getSQLState())) {
            return BROKEN;
        }
        if (h2.failure() != null) {
            return UNKNOWN;
        }
        if (failure != null) {
            return "0A000".equals(failure.getSQLState()) ? REFUSED : FAILED;
        }
        return lakelog.rows().equals(h2.rows()) ? SAME : DIFFERENT;
    }

    boolean isFault() {
        return this == DIFFERENT || this == BROKEN || this == FAILED;
    }
}
