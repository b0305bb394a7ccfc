package io.lakelog.storage;

import java.util.OptionalLong;

/**
 * Which changes to read.
 *
 * @param columns positions in the table's row type, in the order wanted
 * @param from first snapshot whose changes are wanted; 0 for the oldest that can be read
 * @param to last snapshot whose changes are wanted; empty for the newest
 * @param net at most one change, or pair, for each key, from its first image to its last
 */
public record ChangesRequest(int[] columns, long from, OptionalLong to, boolean net) {
    /** All changes. */
    public ChangesRequest(int[] columns, long from, OptionalLong to) {
        this(columns, from, to, false);
    }

    /** Columns that stand before the table's in each batch of changes: {@code rowkind, snapshot_id, change_no, commit_time}. */
    public static final int METADATA_COLUMNS = 4;
}
