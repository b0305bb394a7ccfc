package io.lakelog.storage.format;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.jspecify.annotations.Nullable;

/** Which rows of each row group may match a filter, by what the file says about its row groups and pages. */
final class RowSelection {
    RowSelection(ParquetFooter footer, RowType columns, @Nullable Predicate filter) {}

    /** The rows of a row group that may match. */
    Ranges of(BlockMetaData group) throws IOException {
        return new Ranges(List.of(new long[] {0, group.getRowCount()}));
    }

    /** Where the pages of a chunk lie, if only some of them are wanted; else null. */
    @Nullable
    OffsetIndex pagesOf(ColumnChunkMetaData chunk, Ranges ranges) throws IOException {
        return null;
    }

    /** Ascending ranges of rows, walked through once. */
    static final class Ranges {
        private final List<long[]> ranges;
        private int range;
        private long position;

        /** Each range is its first row and the row after its last. */
        Ranges(List<long[]> ranges) {
            this.ranges = ranges.stream().filter(range -> range[1] > range[0]).toList();
            this.position = this.ranges.isEmpty() ? 0 : this.ranges.get(0)[0];
        }

        static Ranges none() {
            return new Ranges(List.of());
        }

        boolean hasNext() {
            return range < ranges.size();
        }

        long position() {
            return position;
        }

        /** Rows left in the range that {@link #position()} lies in. */
        long remaining() {
            return ranges.get(range)[1] - position;
        }

        void advance(long count) {
            position += count;
            if (position == ranges.get(range)[1]) {
                range++;
                position = hasNext() ? ranges.get(range)[0] : position;
            }
        }
    }
}
