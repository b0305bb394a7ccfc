package io.lakelog.storage.schema;

/** Where the changelog of a table comes from. */
public enum ChangelogProducer {
    /** No changelog is written; CHANGES compares snapshots. */
    NONE("none"),
    /** The writer's rows as they are. */
    INPUT("input"),
    /** Old values are looked up with the write. */
    LOOKUP("lookup"),
    /** Differences found by full compactions. */
    FULL_COMPACTION("full-compaction");

    private final String text;

    ChangelogProducer(String text) {
        this.text = text;
    }

    /** The value of the option {@code changelog-producer}. */
    public String text() {
        return text;
    }
}
