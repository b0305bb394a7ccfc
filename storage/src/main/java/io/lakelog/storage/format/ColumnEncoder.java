package io.lakelog.storage.format;

import io.lakelog.storage.format.ParquetFileInfo.ColumnBounds;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.type.DataType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of one column into pages of Parquet's version 1, and these into column chunks. Subclasses hold the
 * values of the page being filled; this class owns what all columns share: the null mask, page borders, compression,
 * statistics. Not thread-safe.
 *
 * <pre>
 * page, before compression := levels? values
 * levels                   := length in 4 bytes, then RLE of one bit a row: 1 where there is a value (nullable columns)
 *                           | repetition levels? definition levels?, each likewise (leaves of nested columns)
 * values                   := PLAIN | width of an id in 1 byte, then RLE of dictionary ids
 * </pre>
 */
abstract class ColumnEncoder implements ColumnSink {
    /** Rows handled at once: small enough for scratch arrays to stay in the cache. */
    static final int SLICE_ROWS = 1024;

    final DataType type;
    final ColumnDescriptor descriptor;
    final ParquetWriteOptions options;
    private final PageCompressor compressor;

    private final List<EncodedPage> pages = new ArrayList<>();
    /** What the pages lie in, by their place in the chunk; those of the next chunk lie there again. */
    private final List<byte[]> bodies = new ArrayList<>();

    private final LittleEndianBuffer page = new LittleEndianBuffer();
    private int[] present = new int[SLICE_ROWS];
    /** The levels of the page, for leaves of nested columns. */
    private final LeafEntries levels =
            new LeafEntries(new int[0], new int[0], 0, new Column.Booleans(0, null, new boolean[0]));

    private int pageRows;
    private int pageNulls;
    private int pageEntries;
    private long chunkEntries;
    private long chunkBytes;
    private long chunkNulls;
    private boolean chunkHasNaN;
    private long fileNulls;

    ColumnEncoder(DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        this.type = type;
        this.descriptor = descriptor;
        this.options = options;
        this.compressor = compressor;
    }

    static ColumnEncoder of(
            DataType type, ColumnDescriptor descriptor, ParquetWriteOptions options, PageCompressor compressor) {
        return switch (type.layout()) {
            case BOOLEAN -> new BooleanEncoder(type, descriptor, options, compressor);
            case INT, LONG, FLOAT, DOUBLE -> new WordEncoder(type, descriptor, options, compressor);
            case NANOS -> new Int96Encoder(type, descriptor, options, compressor);
            case INT128 -> new Int128Encoder(type, descriptor, options, compressor);
            case BYTES -> new BytesEncoder(type, descriptor, options, compressor);
            case LIST, STRUCT -> throw new IllegalArgumentException("not a leaf: " + type);
        };
    }

    @Override
    public final void append(Column column, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            int room = Math.min(SLICE_ROWS, options.pageRows() - pageRows);
            int end = endOfSlice(column, at, Math.min(to, at + room), options.pageBytes() - pageValueBytes());
            appendLevels(column, at, end);
            appendValues(column, at, end);
            pageRows += end - at;
            pageEntries += end - at;
            chunkEntries += end - at;
            at = end;
            if (pageRows >= options.pageRows() || pageValueBytes() >= options.pageBytes()) {
                endPage();
            }
        }
    }

    /** Appends whole rows of a leaf of a nested column, ending pages between rows where they are full. */
    final void append(LeafEntries rows) throws IOException {
        int highest = descriptor.getMaxDefinitionLevel();
        int from = 0;
        int value = 0;
        while (from < rows.count) {
            int end = from;
            int values = 0;
            int count = 0;
            do {
                do {
                    values += rows.definition[end++] == highest ? 1 : 0;
                } while (end < rows.count && rows.repetition[end] != 0);
                count++;
            } while (end < rows.count && pageRows + count < options.pageRows() && end - from < SLICE_ROWS);
            levels.addLevels(rows.repetition, rows.definition, from, end);
            for (int last = value + values; value < last; ) {
                int sliceEnd = Math.min(last, value + SLICE_ROWS);
                appendValues(rows.values, value, sliceEnd);
                value = sliceEnd;
            }
            pageNulls += end - from - values;
            pageRows += count;
            pageEntries += end - from;
            chunkEntries += end - from;
            from = end;
            if (pageRows >= options.pageRows() || pageValueBytes() >= options.pageBytes()) {
                endPage();
            }
        }
    }

    /** Memory that the pages of this chunk take so far. */
    @Override
    public final long bufferedBytes() {
        return chunkBytes + pageValueBytes() + dictionaryBytes();
    }

    /** Writes all rows since the last call as a column chunk. */
    @Override
    public final void writeChunk(ParquetFileWriter file) throws IOException {
        if (pageRows > 0) {
            endPage();
        }
        file.startColumn(descriptor, chunkEntries, compressor.name());
        if (dictionarySize() > 0) {
            page.clear();
            putDictionary(page);
            int compressed = compressor.compress(page.array(), page.size());
            file.writeDictionaryPage(new DictionaryPage(
                    BytesInput.from(compressor.compressed(), 0, compressed),
                    page.size(),
                    dictionarySize(),
                    Encoding.PLAIN_DICTIONARY));
        }
        for (EncodedPage encoded : pages) {
            file.writeDataPage(
                    encoded.entries,
                    encoded.uncompressedBytes,
                    encoded.body,
                    encoded.statistics,
                    encoded.rows,
                    Encoding.RLE,
                    Encoding.RLE,
                    encoded.encoding);
        }
        if (chunkHasNaN) {
            Statistics<?> unbounded = Statistics.createStats(descriptor.getPrimitiveType());
            unbounded.setNumNulls(chunkNulls);
            file.invalidateStatistics(unbounded);
        }
        file.endColumn();
        pages.clear();
        chunkEntries = 0;
        chunkBytes = 0;
        chunkNulls = 0;
        chunkHasNaN = false;
        resetChunk();
    }

    @Override
    public final ColumnBounds bounds() {
        Object[] minMax = fileMinMax();
        return minMax == null
                ? new ColumnBounds(null, null, fileNulls)
                : new ColumnBounds(minMax[0], minMax[1], fileNulls);
    }

    private void appendLevels(Column column, int from, int to) {
        boolean[] nulls = column.nulls();
        if (nulls == null && pageNulls == 0) {
            return;
        }
        int end = pageRows + to - from;
        int known = pageNulls == 0 ? 0 : pageRows;
        if (present.length < end) {
            present = Arrays.copyOf(present, Math.min(options.pageRows(), Math.max(end, present.length * 2)));
        }
        Arrays.fill(present, known, end, 1);
        if (nulls != null) {
            for (int i = from; i < to; i++) {
                if (nulls[i]) {
                    present[pageRows + i - from] = 0;
                    pageNulls++;
                }
            }
        }
    }

    private void endPage() throws IOException {
        page.clear();
        if (levels.count > 0) {
            putLevels(levels.repetition, descriptor.getMaxRepetitionLevel());
            putLevels(levels.definition, descriptor.getMaxDefinitionLevel());
            levels.count = 0;
        } else if (descriptor.getMaxDefinitionLevel() > 0) {
            page.putInt(0);
            if (pageNulls == 0) {
                RleEncoder.encodeRun(1, pageRows, 1, page);
            } else {
                RleEncoder.encode(present, pageRows, 1, page);
            }
            page.putIntAt(0, page.size() - Integer.BYTES);
        }
        Statistics<?> statistics = pageStatistics();
        Encoding encoding = putValues(page);
        int compressed = compressor.compress(page.array(), page.size());
        BytesInput body = BytesInput.from(keep(compressor.compressed(), compressed), 0, compressed);
        pages.add(new EncodedPage(body, page.size(), pageRows, pageEntries, statistics, encoding));
        chunkBytes += compressed;
        chunkNulls += pageNulls;
        fileNulls += pageNulls;
        pageRows = 0;
        pageEntries = 0;
        pageNulls = 0;
        resetPage();
    }

    /** A copy of the first {@code length} bytes, for the page that is added next. */
    private byte[] keep(byte[] source, int length) {
        int place = pages.size();
        if (place == bodies.size()) {
            bodies.add(new byte[0]);
        }
        byte[] body = bodies.get(place);
        if (body.length < length) {
            // Pages at one place in their chunks are of about one size.
            body = new byte[Math.addExact(length, length / 8)];
            bodies.set(place, body);
        }
        System.arraycopy(source, 0, body, 0, length);
        return body;
    }

    private void putLevels(int[] some, int highest) {
        if (highest > 0) {
            int start = page.size();
            page.putInt(0);
            RleEncoder.encode(some, levels.count, RleEncoder.bitWidth(highest), page);
            page.putIntAt(start, page.size() - start - Integer.BYTES);
        }
    }

    private Statistics<?> pageStatistics() {
        Statistics<?> statistics = Statistics.createStats(descriptor.getPrimitiveType());
        statistics.setNumNulls(pageNulls);
        // The bounds of a chunk with a NaN are unknown, and no reader shall infer them from its pages.
        chunkHasNaN |= pageHasNaN();
        byte[][] minMax = takePageMinMax();
        if (minMax != null) {
            statistics.setMinMaxFromBytes(minMax[0], minMax[1]);
        }
        return statistics;
    }

    /** The end of the rows from {@code from} on, at most {@code limit}, that take about {@code bytes}; more than none. */
    abstract int endOfSlice(Column column, int from, int limit, long bytes);

    /** Adds the values of these rows to the page; nulls are left out. */
    abstract void appendValues(Column column, int from, int to);

    /** Bytes that the values of the page take, before compression. */
    abstract long pageValueBytes();

    /** Appends the values of the page to {@code out} and says how they are encoded. */
    abstract Encoding putValues(LittleEndianBuffer out);

    /** The least and greatest value of the page as Parquet stores them, null if all are NULL; also widens the file's. */
    abstract byte @Nullable [][] takePageMinMax();

    /** Whether a value of the page is not a number. */
    boolean pageHasNaN() {
        return false;
    }

    /** The least and greatest value of the file as Java values, or null. */
    abstract Object @Nullable [] fileMinMax();

    abstract void resetPage();

    /** Number of values in the dictionary that pages of this chunk refer to; 0 if none does. */
    int dictionarySize() {
        return 0;
    }

    long dictionaryBytes() {
        return 0;
    }

    void putDictionary(LittleEndianBuffer out) {}

    void resetChunk() {}

    private static final class EncodedPage {
        final BytesInput body;
        final int uncompressedBytes;
        final int rows;
        final int entries;
        final Statistics<?> statistics;
        final Encoding encoding;

        EncodedPage(
                BytesInput body,
                int uncompressedBytes,
                int rows,
                int entries,
                Statistics<?> statistics,
                Encoding encoding) {
            this.body = body;
            this.uncompressedBytes = uncompressedBytes;
            this.rows = rows;
            this.entries = entries;
            this.statistics = statistics;
            this.encoding = encoding;
        }
    }
}
