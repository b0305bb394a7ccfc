package io.lakelog.storage.format;

import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows of one column of one row group, read in ascending ranges. Not thread-safe. */
interface ColumnReader {
    /** Rows as {@link #append} reads them, if they are there as one vector, without copying; else null. */
    @Nullable
    Column wholePage(long from, int count) throws IOException;

    /** Appends {@code count} rows from row {@code from} of the row group on, which lies behind all rows read so far. */
    void append(long from, int count, ColumnBuilder target) throws IOException;
}
