package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an Avro data file as batches of the wanted columns, block by block (see {@link AvroFile} for the layout). Avro has no
 * statistics: all rows come. Whatever is wrong with the file ends in a {@link LakelogException} CORRUPT that names it. Used
 * by one thread at a time.
 */
final class AvroRowReader implements BatchSource {
    private static final int HEADER_BYTES = 16 << 10;
    /** Two variable-length numbers. */
    private static final int BLOCK_START_BYTES = 20;

    private final ParquetInput input;
    private final AvroHeader header;
    private final BatchBuilder builder;
    private final boolean noColumns;
    /** One for each field of the file, in its order. */
    private final AvroColumns columns;

    private final RowFile.Size expected;
    private long rowsRead;
    private long position;
    private BinaryCursor block = new BinaryCursor(new byte[0], 0, 0);
    private long left;

    private AvroRowReader(ParquetInput input, AvroHeader header, RowFile.Size expected, RowType wanted) {
        this.input = input;
        this.expected = expected;
        this.header = header;
        this.position = header.lengthBytes();
        this.builder = new BatchBuilder(wanted);
        this.noColumns = wanted.size() == 0;
        this.columns = AvroColumns.of(header.schema(), wanted, "");
    }

    static AvroRowReader open(FileSystem files, String path, RowFile.Size expected, RowType wanted) {
        ParquetInput input = ParquetInput.open(files, path);
        try {
            expected.checkLength(input);
            return new AvroRowReader(input, readHeader(input), expected, wanted);
        } catch (LakelogException e) {
            input.close();
            throw e;
        } catch (RuntimeException e) {
            input.close();
            throw input.broken("its header cannot be read", e);
        }
    }

    private static AvroHeader readHeader(ParquetInput input) {
        for (long wanted = HEADER_BYTES; ; wanted *= 8) {
            int length = (int) Math.min(input.length(), Math.min(wanted, Integer.MAX_VALUE - 16));
            try {
                return AvroHeader.parse(input.read(0, length));
            } catch (BinaryCursor.EndException e) {
                if (length == input.length() || wanted > Integer.MAX_VALUE) {
                    throw e;
                }
            }
        }
    }

    @Override
    public @Nullable Batch next() {
        int rows = 0;
        try {
            while (rows < Batch.TARGET_ROWS && (left > 0 || nextBlock())) {
                columns.read(block, builder.columns());
                left--;
                rows++;
            }
        } catch (IOException | RuntimeException e) {
            throw input.broken("its rows cannot be read", e);
        }
        rowsRead += rows;
        if (rows == 0) {
            expected.checkRows(rowsRead, input);
            return null;
        }
        return noColumns ? new Batch(rows, List.of()) : builder.build();
    }

    private boolean nextBlock() throws IOException {
        while (left == 0) {
            if (block.remaining() > 0) {
                throw new MalformedFileException(block.remaining() + " bytes are left at the end of a block");
            }
            if (position == input.length()) {
                return false;
            }
            readBlock();
        }
        return true;
    }

    private void readBlock() throws IOException {
        byte[] start = input.read(position, (int) Math.min(BLOCK_START_BYTES, input.length() - position));
        BinaryCursor cursor = new BinaryCursor(start, 0, start.length);
        long count = cursor.readLong();
        long length = cursor.readLong();
        long from = position + cursor.position();
        long end = from + length;
        if (length < 0 || length > Integer.MAX_VALUE - 64 || end > input.length() - AvroHeader.SYNC_BYTES) {
            throw new MalformedFileException("a block of " + length + " bytes at byte " + position);
        }
        byte[] content = input.read(from, (int) length + AvroHeader.SYNC_BYTES);
        if (!Arrays.equals(content, (int) length, content.length, header.sync(), 0, AvroHeader.SYNC_BYTES)) {
            throw new MalformedFileException("a block at byte " + from + " does not end with the file's mark");
        }
        byte[] rows = AvroFile.decompress(header.codec(), content, 0, (int) length);
        if (count < 0 || (count > rows.length && rows.length > 0)) {
            throw new MalformedFileException("a block of " + count + " rows in " + rows.length + " bytes");
        }
        block = new BinaryCursor(rows, 0, rows.length);
        left = count;
        position = end + AvroHeader.SYNC_BYTES;
    }

    @Override
    public void close() {
        input.close();
    }
}
