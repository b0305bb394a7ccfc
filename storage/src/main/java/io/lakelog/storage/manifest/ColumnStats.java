package io.lakelog.storage.manifest;

import io.lakelog.storage.row.BinaryRow;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of some columns over all rows of a file or of all files of a manifest. Immutable.
 *
 * @param min lower bounds; NULL where there is none
 * @param max upper bounds; NULL where there is none
 * @param nullCounts for each column how many values are NULL, or null if not known
 */
public record ColumnStats(BinaryRow min, BinaryRow max, List<@Nullable Long> nullCounts) {
    /** No columns. */
    public static final ColumnStats NONE = new ColumnStats(BinaryRow.EMPTY, BinaryRow.EMPTY, List.of());

    public ColumnStats {
        nullCounts = Collections.unmodifiableList(nullCounts);
    }
}
