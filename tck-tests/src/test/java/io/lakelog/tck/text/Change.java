package io.lakelog.tck.text;

/**
 * One change as an engine delivered it.
 *
 * @param snapshotId the snapshot that carries it
 * @param kind {@code +I -U +U -D}
 * @param key text of the primary key's values; {@code []} in a table without a key
 * @param row text of all values
 */
public record Change(long snapshotId, String kind, String key, String row) {
    /** The line of an {@code expected.txt}. */
    @Override
    public String toString() {
        return "snapshot=" + snapshotId + " " + kind + " " + row;
    }

    /** Whether the change takes a row away. */
    public boolean isRetract() {
        return kind.charAt(0) == '-';
    }
}
