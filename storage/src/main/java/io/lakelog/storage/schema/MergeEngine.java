package io.lakelog.storage.schema;

/** What several versions of one key come to. */
public enum MergeEngine {
    /** The last one counts. */
    DEDUPLICATE("deduplicate"),
    /** The last value that is not NULL counts, column by column. */
    PARTIAL_UPDATE("partial-update"),
    /** Each column is aggregated by a function of its own. */
    AGGREGATION("aggregation"),
    /** The first one counts. */
    FIRST_ROW("first-row");

    private final String text;

    MergeEngine(String text) {
        this.text = text;
    }

    /** The value of the table option {@code merge-engine}. */
    public String text() {
        return text;
    }
}
