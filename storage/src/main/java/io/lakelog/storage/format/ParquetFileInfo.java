package io.lakelog.storage.format;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a finished Parquet file holds. Immutable.
 *
 * @param sizeBytes its exact length
 * @param columns one for each column written, in order
 */
public record ParquetFileInfo(long sizeBytes, long rows, List<ColumnBounds> columns) {
    public ParquetFileInfo {
        columns = List.copyOf(columns);
    }

    /**
     * Bounds of one column over all rows of a file.
     *
     * @param min the least value, of the class that {@link io.lakelog.storage.row.Values} names: strings by their UTF-8
     *     bytes, binary by unsigned bytes, -0.0 before 0.0; null where there is none: no value, or a NaN among them
     * @param max the greatest value, likewise
     * @param nulls how many are NULL
     */
    public record ColumnBounds(
            @Nullable Object min, @Nullable Object max, long nulls) {}
}
