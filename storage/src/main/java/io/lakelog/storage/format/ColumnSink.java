package io.lakelog.storage.format;

import io.lakelog.storage.format.ParquetFileInfo.ColumnBounds;
import io.lakelog.storage.row.Column;
import java.io.IOException;
import org.apache.parquet.hadoop.ParquetFileWriter;

/** Takes the values of one column of a file being written, whatever number of Parquet columns they become. Not thread-safe. */
interface ColumnSink {
    /** Appends rows {@code from} (inclusive) to {@code to} (exclusive), ending pages where they are full. */
    void append(Column column, int from, int to) throws IOException;

    /** Memory that the pages of this row group take so far. */
    long bufferedBytes();

    /** Writes all rows since the last call. */
    void writeChunk(ParquetFileWriter file) throws IOException;

    /** Bounds over all rows of the file so far whose page has ended. */
    ColumnBounds bounds();
}
