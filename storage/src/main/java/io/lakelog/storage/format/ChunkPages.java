package io.lakelog.storage.format;

import java.io.IOException;
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.internal.column.columnindex.OffsetIndex;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one column chunk in order, decompressed and with their checksums verified. With an offset index, pages can
 * be skipped without being read. Not thread-safe.
 */
final class ChunkPages {
    /** Read from the file at once. A merge holds one such window for each column of each run. */
    private static final int WINDOW_BYTES = 256 << 10;

    /** Headers carry bounds of values, which may be long. */
    private static final int HEADER_BYTES_MAX = 16 << 20;

    private final ParquetInput input;
    private final ColumnChunkMetaData chunk;
    private final @Nullable OffsetIndex index;
    private final PageDecompressor decompressor;
    private final long end;
    private final long rowsInGroup;

    private byte[] window = new byte[0];
    private long windowFrom;
    private int windowLength;
    private long position;
    private long nextRow;

    private @Nullable PageHeader header;
    private byte[] body = new byte[0];
    private int bodyLength;

    ChunkPages(
            ParquetInput input,
            ColumnChunkMetaData chunk,
            long rowsInGroup,
            @Nullable OffsetIndex index,
            PageDecompressor decompressor) {
        this.input = input;
        this.chunk = chunk;
        this.rowsInGroup = rowsInGroup;
        this.index = index;
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
        long firstData =
                index == null || index.getPageCount() == 0 ? chunk.getFirstDataPageOffset() : index.getOffset(0);
        if (position != chunk.getStartingPos() || (!chunk.hasDictionaryPage() && firstData == position)) {
            return false;
        }
        PageHeader next = readHeader();
        if (next.type != PageHeader.Type.DICTIONARY) {
            windowBack();
            return false;
        }
        readBody(next);
        return true;
    }

    /** Goes to the page that holds row {@code row} of the row group, which lies behind all rows of the page before. */
    void seek(long row) throws IOException {
        if (index != null) {
            seekByIndex(index, row);
            return;
        }
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

    private void seekByIndex(OffsetIndex pages, long row) throws IOException {
        int low = 0;
        int high = pages.getPageCount() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pages.getFirstRowIndex(middle) <= row) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        position = pages.getOffset(low);
        if (position < chunk.getStartingPos() || position >= end) {
            throw new MalformedFileException("page " + low + " would lie at byte " + position);
        }
        PageHeader next = readHeader();
        int rows = next.isData() ? next.values : -1;
        long expected = pages.getLastRowIndex(low, rowsInGroup) - pages.getFirstRowIndex(low) + 1;
        if (rows != expected) {
            throw new MalformedFileException(
                    "page " + low + " has " + rows + " values, but " + expected + " by the page index");
        }
        nextRow = pages.getFirstRowIndex(low) + rows;
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
        for (int wanted = 256; ; wanted *= 4) {
            int available = fill((int) Math.min(wanted, end - position));
            int from = (int) (position - windowFrom);
            PageHeader next = PageHeader.read(window, from, from + available);
            if (next != null) {
                position += next.length;
                checkSizes(next);
                return next;
            }
            if (available >= end - position || wanted > HEADER_BYTES_MAX) {
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

    private void windowBack() {
        position = chunk.getStartingPos();
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
            int wanted = (int) Math.min(end - position, Math.max(count, WINDOW_BYTES));
            byte[] target = window.length >= wanted ? window : new byte[wanted];
            if (keep > 0) {
                System.arraycopy(window, offset, target, 0, keep);
            }
            input.read(position + keep, target, keep, wanted - keep);
            window = target;
            windowFrom = position;
            windowLength = wanted;
        }
        return (int) (windowFrom + windowLength - position);
    }
}
