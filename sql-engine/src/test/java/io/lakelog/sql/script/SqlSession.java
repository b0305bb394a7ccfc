package io.lakelog.sql.script;

import java.util.List;

/** Where a script's statements go. */
public interface SqlSession {
    /** Runs one statement; failures are an {@link Answer.Failed}. */
    Answer run(String sql);

    /** What a statement answered. */
    sealed interface Answer {
        /** Values as texts: NULL, numbers in plain digits, {@code 2024-01-31 10:20:30.123}, {@code X'0aff'}. */
        record Rows(List<String> labels, List<List<String>> rows) implements Answer {}

        record Count(long count) implements Answer {}

        record Done() implements Answer {}

        record Failed(String sqlState, String message) implements Answer {}
    }
}
