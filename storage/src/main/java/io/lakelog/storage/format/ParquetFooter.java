package io.lakelog.storage.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.internal.hadoop.metadata.IndexReference;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The end of a Parquet file: its schema, where its column chunks lie, and the page indexes. Where the file carries a
 * {@link FooterCheck}, footer and indexes are verified before they are believed. Keeps what it has read, but no open file.
 * Thread-safe.
 */
final class ParquetFooter {
    /** Read at once from the end of a file: enough for footer and indexes of most files. */
    private static final int TAIL_BYTES = 64 << 10;

    private static final int TRAILER_BYTES = FooterCheck.TRAILER_BYTES;
    private static final int MAGIC = 'P' | 'A' << 8 | 'R' << 16 | '1' << 24;

    private final long length;
    private final ParquetMetadata metadata;
    private final long rowCount;
    private final byte[] tail;
    private final long tailFrom;
    private final int footerAt;
    /** By their place in the file. */
    private final Map<Long, PageOffsets> offsetIndexes = new ConcurrentHashMap<>();

    private final Map<Long, ColumnIndex> columnIndexes = new ConcurrentHashMap<>();
    private volatile boolean indexesVerified;

    private ParquetFooter(long length, ParquetMetadata metadata, byte[] tail, int footerAt) {
        this.length = length;
        this.metadata = metadata;
        this.tail = tail;
        this.tailFrom = length - tail.length;
        this.footerAt = footerAt;
        long rows = 0;
        for (BlockMetaData block : metadata.getBlocks()) {
            rows = Math.addExact(rows, block.getRowCount());
        }
        this.rowCount = rows;
    }

    /** Reads and checks the end of a file that should be {@code expectedLength} bytes long; -1 if that is not known. */
    static ParquetFooter read(ParquetInput input, long expectedLength) {
        long length = input.length();
        if (expectedLength >= 0 && length != expectedLength) {
            throw input.corrupt("it is " + length + " bytes long, but " + expectedLength + " were written", null);
        }
        if (length < TRAILER_BYTES + Integer.BYTES) {
            throw input.corrupt("it is " + length + " bytes long, too short for a Parquet file", null);
        }
        byte[] tail = tail(input, (int) Math.min(length, TAIL_BYTES));
        int magic = (int) LittleEndianBuffer.INT.get(tail, tail.length - Integer.BYTES);
        int footerLength = (int) LittleEndianBuffer.INT.get(tail, tail.length - TRAILER_BYTES);
        if (magic != MAGIC) {
            throw input.corrupt(
                    String.format(
                            "it does not end with Parquet's mark PAR1 but with %08x", Integer.reverseBytes(magic)),
                    null);
        }
        if (footerLength <= 0 || footerLength > length - TRAILER_BYTES - Integer.BYTES) {
            throw input.corrupt("its footer would be " + footerLength + " bytes long in a file of " + length, null);
        }
        int needed = (int) Math.min(length, (long) footerLength + TRAILER_BYTES + FooterCheck.BYTES);
        if (needed > tail.length) {
            tail = tail(input, needed);
        }
        int footerAt = tail.length - TRAILER_BYTES - footerLength;
        try {
            if (FooterCheck.isPresent(tail, footerAt)) {
                FooterCheck.verifyFooter(tail, footerAt, footerLength);
            }
            return new ParquetFooter(length, parse(tail, footerAt, footerLength), tail, footerAt);
        } catch (IOException | RuntimeException e) {
            throw input.broken("its footer cannot be read", e);
        }
    }

    private static ParquetMetadata parse(byte[] tail, int from, int length) throws IOException {
        ByteArrayInputStream bytes = new ByteArrayInputStream(tail, from, length);
        // The limit keeps a broken length inside the footer from making us allocate what it says.
        FileMetaData read = Util.readFileMetaData(bytes, length);
        if (bytes.available() > 0) {
            throw new MalformedFileException(bytes.available() + " bytes are left after it");
        }
        return new ParquetMetadataConverter().fromParquetMetadata(read);
    }

    private static byte[] tail(ParquetInput input, int count) {
        return input.read(input.length() - count, count);
    }

    MessageType schema() {
        return metadata.getFileMetaData().getSchema();
    }

    /** Whether the file carries our check, so that we wrote it. */
    boolean isOurs() {
        return FooterCheck.isPresent(tail, footerAt);
    }

    List<BlockMetaData> rowGroups() {
        return metadata.getBlocks();
    }

    long rowCount() {
        return rowCount;
    }

    /** Bytes of the file. */
    long length() {
        return length;
    }

    /** Where the pages of a chunk lie, or null if the file does not tell. */
    @Nullable
    PageOffsets offsets(ParquetInput input, ColumnChunkMetaData chunk) {
        IndexReference reference = chunk.getOffsetIndexReference();
        return reference == null
                ? null
                : offsetIndexes.computeIfAbsent(
                        reference.getOffset(), at -> PageOffsets.read(index(input, at, reference.getLength())));
    }

    /** The bounds of the values of a chunk's pages, or null if the file does not tell. */
    @Nullable
    ColumnIndex bounds(ParquetInput input, ColumnChunkMetaData chunk) throws IOException {
        IndexReference reference = chunk.getColumnIndexReference();
        if (reference == null) {
            return null;
        }
        ColumnIndex known = columnIndexes.get(reference.getOffset());
        if (known == null) {
            BinaryCursor bytes = index(input, reference.getOffset(), reference.getLength());
            known = ParquetMetadataConverter.fromParquetColumnIndex(
                    chunk.getPrimitiveType(), Util.readColumnIndex(bytes.toInputStream()));
            if (known != null) {
                columnIndexes.put(reference.getOffset(), known);
            }
        }
        return known;
    }

    /** Some bytes of the page indexes, verified where the file allows it. */
    private BinaryCursor index(ParquetInput input, long position, int count) {
        verifyIndexes(input);
        if (count < 0 || position < 0 || position > length - count) {
            throw new MalformedFileException("a page index would lie at byte " + position + ", of " + count + " bytes");
        }
        if (position >= tailFrom) {
            int from = (int) (position - tailFrom);
            return new BinaryCursor(tail, from, from + count);
        }
        return new BinaryCursor(input.read(position, count), 0, count);
    }

    private void verifyIndexes(ParquetInput input) {
        if (indexesVerified || !isOurs()) {
            return;
        }
        int count = FooterCheck.indexLength(tail, footerAt);
        long position = tailFrom + footerAt - FooterCheck.BYTES - count;
        try {
            FooterCheck.verifyIndexes(tail, footerAt, input.read(position, count));
        } catch (MalformedFileException e) {
            throw input.broken("its page indexes cannot be read", e);
        }
        indexesVerified = true;
    }
}
