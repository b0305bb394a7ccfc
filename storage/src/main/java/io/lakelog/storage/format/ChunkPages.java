package io.lakelog.storage.format;

import java.io.IOException;
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk in order, decompressed and with their checksums verified. With an offset index, pages can
 * be skipped without being read. Not thread-safe.
 */
final class ChunkPages {
    /** Read from the file at once. A merge holds one such window for each column of each run. */
    private static final int WINDOW_BYTES = 128 << 10;

    /** Headers carry bounds of values, which may be long. */
    private static final int HEADER_BYTES_MAX = 16 << 20;

    private final ParquetInput input;
    private final ColumnChunkMetaData chunk;
    private final @Nullable PagesWanted wanted;
    private final PageDecompressor decompressor;
    private final long end;
    private final long rowsInGroup;

    private byte[] window = new byte[0];
    private long windowFrom;
    private int windowLength;
    /** Up to where bytes are likely wanted. */
    private long readAheadEnd;

    private long position;
    private long nextRow;

    private @Nullable PageHeader header;
    private byte[] body = new byte[0];
    private int bodyLength;

    ChunkPages(
            ParquetInput input,
            ColumnChunkMetaData chunk,
            long rowsInGroup,
            @Nullable PagesWanted wanted,
            PageDecompressor decompressor) {
        this.input = input;
        this.chunk = chunk;
        this.rowsInGroup = rowsInGroup;
        this.wanted = wanted;
        this.decompressor = decompressor;
        this.position = chunk.getStartingPos();
        this.end = position + chunk.getTotalSize();
        if (position < Integer.BYTES || end < position || end > input.length()) {
            throw new MalformedFileException(
                    "its chunk would lie at bytes " + position + " to " + end + " of " + input.length());
        }
    }

    /**
     * Goes to the dictionary page, which comes before all others.
     *
     * @return whether there is one; then {@link #header()} and {@link #body()} are its
     */
    boolean nextIsDictionary() throws IOException {
        long firstData = wanted == null ? chunk.getFirstDataPageOffset() : wanted.pages.getOffset(0);
        if (position != chunk.getStartingPos() || (!chunk.hasDictionaryPage() && firstData == position)) {
            return false;
        }
        readAheadEnd = wanted == null ? end : firstData;
        PageHeader next = readHeader();
        if (next.type != PageHeader.Type.DICTIONARY) {
            position = chunk.getStartingPos();
            return false;
        }
        readBody(next);
        return true;
    }

    /** Goes to the page that holds row {@code row} of the row group, which lies behind all rows of the page before. */
    void seek(long row) throws IOException {
        if (wanted != null) {
            seekByIndex(wanted, row);
            return;
        }
        readAheadEnd = end;
        while (true) {
            if (position >= end) {
                throw new MalformedFileException(
                        "its pages hold " + nextRow + " values where the row group has " + rowsInGroup + " rows");
            }
            PageHeader next = readHeader();
            if (!next.isData()) {
                skipBody(next);
                continue;
            }
            int rows = next.values;
            if (rows > rowsInGroup - nextRow) {
                throw new MalformedFileException(
                        "its pages hold more values than the " + rowsInGroup + " rows of the row group");
            }
            nextRow += rows;
            if (nextRow > row) {
                readBody(next);
                return;
            }
            skipBody(next);
        }
    }

    /** Goes to the next data page, which must be there, however many rows it holds. */
    void nextData() throws IOException {
        readAheadEnd = end;
        while (true) {
            if (position >= end) {
                throw new MalformedFileException("its pages end before all its values");
            }
            PageHeader next = readHeader();
            if (next.isData()) {
                readBody(next);
                return;
            }
            skipBody(next);
        }
    }

    private void seekByIndex(PagesWanted some, long row) throws IOException {
        PageOffsets pages = some.pages;
        int page = pages.pageOf(row);
        position = pages.getOffset(page);
        if (position < chunk.getStartingPos() || position + pages.getCompressedPageSize(page) > end) {
            throw new MalformedFileException("page " + page + " would lie at byte " + position);
        }
        readAheadEnd = Math.min(end, some.endOfRun(page, rowsInGroup, position + WINDOW_BYTES));
        PageHeader next = readHeader();
        int rows = next.isData() ? next.values : -1;
        long expected = pages.getLastRowIndex(page, rowsInGroup) - pages.getFirstRowIndex(page) + 1;
        if (rows != expected) {
            throw new MalformedFileException(
                    "page " + page + " has " + rows + " values, but " + expected + " by the page index");
        }
        nextRow = pages.getFirstRowIndex(page) + rows;
        readBody(next);
    }

    /** Header of the page that was gone to last. */
    PageHeader header() {
        return Objects.requireNonNull(header);
    }

    /** Its bytes, decompressed; valid up to {@link #bodyLength()} and until the next page is gone to. */
    byte[] body() {
        return body;
    }

    int bodyLength() {
        return bodyLength;
    }

    /** The row of the row group after the last one of the page that was gone to. */
    long nextRow() {
        return nextRow;
    }

    private PageHeader readHeader() {
        for (int length = 256; ; length *= 4) {
            int available = fill((int) Math.min(length, end - position));
            int from = (int) (position - windowFrom);
            PageHeader next = PageHeader.read(window, from, from + available);
            if (next != null) {
                position += next.length;
                checkSizes(next);
                return next;
            }
            if (available >= end - position || length > HEADER_BYTES_MAX) {
                throw new MalformedFileException("a page header is cut");
            }
        }
    }

    private void checkSizes(PageHeader next) {
        // The chunk's total also counts page headers, so no page can be as large.
        if (next.compressedBytes < 0
                || next.compressedBytes > end - position
                || next.uncompressedBytes < 0
                || next.uncompressedBytes > chunk.getTotalUncompressedSize()) {
            throw new MalformedFileException("a page of " + next.compressedBytes + " bytes, " + next.uncompressedBytes
                    + " uncompressed, in a chunk with " + (end - position) + " bytes left of "
                    + chunk.getTotalUncompressedSize() + " uncompressed");
        }
    }

    private void skipBody(PageHeader next) {
        position += next.compressedBytes;
    }

    private void readBody(PageHeader next) throws IOException {
        int compressed = next.compressedBytes;
        int uncompressed = next.uncompressedBytes;
        fill(compressed);
        int from = (int) (position - windowFrom);
        verify(next, from, compressed);
        if (body.length < uncompressed) {
            body = new byte[uncompressed];
        }
        int levels = next.definitionBytes + next.repetitionBytes;
        CompressionCodecName codec = next.compressed ? chunk.getCodec() : CompressionCodecName.UNCOMPRESSED;
        if (levels < 0 || levels > compressed || levels > uncompressed) {
            throw new MalformedFileException("levels of " + levels + " bytes in a page of " + compressed);
        }
        System.arraycopy(window, from, body, 0, levels);
        if (compressed > levels || uncompressed > levels) {
            decompressor.decompress(
                    codec, window, from + levels, compressed - levels, body, levels, uncompressed - levels);
        }
        bodyLength = uncompressed;
        header = next;
        position += compressed;
    }

    private void verify(PageHeader next, int from, int length) {
        if (next.crc != null) {
            CRC32 crc = new CRC32();
            crc.update(window, from, length);
            if ((int) crc.getValue() != next.crc) {
                throw new MalformedFileException(String.format(
                        "a page has checksum %08x, but %08x was written", (int) crc.getValue(), next.crc));
            }
        }
    }

    /** Makes at least {@code count} bytes from {@link #position} on available, and returns how many are. */
    private int fill(int count) {
        int offset = (int) (position - windowFrom);
        if (position < windowFrom || position + count > windowFrom + windowLength) {
            int keep = position >= windowFrom && position < windowFrom + windowLength ? windowLength - offset : 0;
            int length = (int) Math.max(count, Math.min(readAheadEnd - position, WINDOW_BYTES));
            byte[] target = window.length >= length ? window : new byte[length];
            if (keep > 0) {
                System.arraycopy(window, offset, target, 0, keep);
            }
            input.read(position + keep, target, keep, length - keep);
            window = target;
            windowFrom = position;
            windowLength = length;
        }
        return (int) (windowFrom + windowLength - position);
    }

    /** Where the pages of the chunk lie, and which rows are wanted, so that no other page is read. */
    static final class PagesWanted {
        private final PageOffsets pages;
        private final RowSelection.Ranges rows;

        PagesWanted(PageOffsets pages, RowSelection.Ranges rows) {
            this.pages = pages;
            this.rows = rows;
        }

        /** The end of the pages from {@code page} on that follow each other, are wanted, and end before {@code limit}. */
        private long endOfRun(int page, long rowsInGroup, long limit) {
            int last = page;
            long end = pages.getOffset(page) + pages.getCompressedPageSize(page);
            while (last + 1 < pages.getPageCount()
                    && pages.getOffset(last + 1) == end
                    && end + pages.getCompressedPageSize(last + 1) <= limit
                    && rows.overlaps(pages.getFirstRowIndex(last + 1), pages.getLastRowIndex(last + 1, rowsInGroup))) {
                last++;
                end += pages.getCompressedPageSize(last);
            }
            return end;
        }
    }
}
