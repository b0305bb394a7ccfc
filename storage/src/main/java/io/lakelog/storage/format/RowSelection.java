package io.lakelog.storage.format;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.filter2.columnindex.RowRanges;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.dictionarylevel.DictionaryFilter;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.filter2.statisticslevel.StatisticsFilter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexFilter;
import org.apache.parquet.internal.filter2.columnindex.ColumnIndexStore;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of each row group may match a filter, by what the file says about them: first the statistics of the row group,
 * then its dictionaries, then the indexes of its pages. Not thread-safe.
 */
final class RowSelection {
    private final ParquetInput input;
    private final ParquetFooter footer;
    private final RowType columns;
    private final PageDecompressor decompressor;
    private final @Nullable FilterPredicate filter;

    RowSelection(
            ParquetInput input,
            ParquetFooter footer,
            RowType columns,
            @Nullable Predicate filter,
            PageDecompressor decompressor) {
        this.input = input;
        this.footer = footer;
        this.columns = columns;
        this.decompressor = decompressor;
        this.filter = filter == null
                ? null
                : new ParquetPredicates(columns, footer.schema(), footer.isOurs()).translate(filter);
    }

    /** The rows of a row group that may match. */
    Ranges of(BlockMetaData group) {
        long rows = group.getRowCount();
        if (filter == null) {
            return Ranges.all(rows);
        }
        if (StatisticsFilter.canDrop(filter, group.getColumns())
                || DictionaryFilter.canDrop(filter, group.getColumns(), column -> dictionary(group, column))) {
            return Ranges.none();
        }
        return ofPages(group);
    }

    /** The rows of a row group that may match by the bounds of its pages alone. */
    Ranges ofPages(BlockMetaData group) {
        long rows = group.getRowCount();
        if (filter == null) {
            return Ranges.all(rows);
        }
        Set<ColumnPath> paths = new HashSet<>();
        for (ColumnChunkMetaData chunk : group.getColumns()) {
            paths.add(chunk.getPath());
        }
        return Ranges.of(
                ColumnIndexFilter.calculateRowRanges(FilterCompat.get(filter), new Indexes(group), paths, rows));
    }

    /** Which pages of a chunk to read, if only some rows are wanted and the file tells where they lie; else null. */
    ChunkPages.@Nullable PagesWanted pagesOf(ColumnChunkMetaData chunk, BlockMetaData group, Ranges ranges) {
        PageOffsets offsets = ranges.rows() == group.getRowCount() ? null : footer.offsets(input, chunk);
        return offsets == null ? null : new ChunkPages.PagesWanted(offsets, ranges);
    }

    private @Nullable DictionaryPage dictionary(BlockMetaData group, ColumnDescriptor column) {
        try {
            ColumnChunkMetaData chunk = ParquetRowReader.chunk(group, ColumnPath.get(column.getPath()));
            ChunkPages pages = new ChunkPages(input, chunk, group.getRowCount(), null, decompressor);
            if (!pages.nextIsDictionary()) {
                return null;
            }
            // Decoding is the check that these are all its values: the page's header has no checksum.
            DataType type = columns.type(columns.indexOf(column.getPath()[0]));
            PageDecoder.of(type, column).dictionary(pages.header(), pages.body(), pages.bodyLength());
            return new DictionaryPage(
                    BytesInput.from(pages.body(), 0, pages.bodyLength()),
                    pages.header().values,
                    Encoding.PLAIN_DICTIONARY);
        } catch (IOException e) {
            throw new MalformedFileException("the dictionary of column '" + column.getPath()[0] + "': " + e);
        }
    }

    /** The page indexes of one row group, read when they are asked for. */
    private final class Indexes implements ColumnIndexStore {
        private final BlockMetaData group;

        Indexes(BlockMetaData group) {
            this.group = group;
        }

        @Override
        @SuppressWarnings("NullAway") // Parquet's interface is not annotated: it takes null for "no index".
        public @Nullable ColumnIndex getColumnIndex(ColumnPath path) {
            try {
                return footer.bounds(input, ParquetRowReader.chunk(group, path));
            } catch (IOException e) {
                throw new MalformedFileException("the page index of column '" + path.toDotString() + "': " + e);
            }
        }

        @Override
        public OffsetIndex getOffsetIndex(ColumnPath path) {
            PageOffsets offsets = footer.offsets(input, ParquetRowReader.chunk(group, path));
            if (offsets == null) {
                throw new MissingOffsetIndexException(path);
            }
            return offsets;
        }
    }

    /** Ascending ranges of rows of a row group, walked through once. Not thread-safe. */
    static final class Ranges {
        private final List<long[]> ranges;
        private final long rows;
        private int range;
        private long position;

        /** Each range is its first row and the row after its last. */
        private Ranges(List<long[]> ranges) {
            this.ranges = ranges;
            this.rows = ranges.stream().mapToLong(range -> range[1] - range[0]).sum();
            this.position = ranges.isEmpty() ? 0 : ranges.get(0)[0];
        }

        static Ranges none() {
            return new Ranges(List.of());
        }

        static Ranges all(long rows) {
            return rows == 0 ? none() : new Ranges(List.of(new long[] {0, rows}));
        }

        private static Ranges of(RowRanges selected) {
            List<long[]> ranges = new ArrayList<>();
            for (RowRanges.Range range : selected.getRanges()) {
                ranges.add(new long[] {range.from, range.to + 1});
            }
            return new Ranges(ranges);
        }

        /** Rows in all ranges. */
        long rows() {
            return rows;
        }

        /** Whether any row from {@code first} to {@code last} is in a range. */
        boolean overlaps(long first, long last) {
            int low = 0;
            int high = ranges.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (ranges.get(middle)[1] <= first) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low < ranges.size() && ranges.get(low)[0] <= last;
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
