package io.lakelog.jdbc;

import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The warnings of a statement's last execution. Thread-safe. */
final class StatementWarnings {
    private static final String STATE = "01000";

    private List<String> texts = List.of();
    private int cleared;

    /** Takes those of a new execution: a list that may still grow. */
    synchronized void replace(List<String> warnings) {
        texts = warnings;
        cleared = 0;
    }

    synchronized void clear() {
        cleared = texts.size();
    }

    /** The first of those not cleared, the others behind it; null if there are none. */
    synchronized @Nullable SQLWarning chain() {
        SQLWarning first = null;
        List<String> now = List.copyOf(texts);
        for (String text : now.subList(cleared, now.size())) {
            SQLWarning warning = new SQLWarning(text, STATE);
            if (first == null) {
                first = warning;
            } else {
                first.setNextWarning(warning);
            }
        }
        return first;
    }
}
