package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import java.io.IOException;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * A file of ours as Parquet's writer sees it: buffered, and able to hold back the end of the file so that a check can be
 * put into it. Not thread-safe.
 */
final class ParquetOutput extends PositionOutputStream implements OutputFile {
    private static final int BUFFER_BYTES = 64 << 10;

    private final FileSystem.Output file;
    private final LittleEndianBuffer buffer = new LittleEndianBuffer();
    private long position;
    private boolean holding;

    ParquetOutput(FileSystem.Output file) {
        this.file = file;
    }

    /** From now on nothing is written before {@link #writeHeld}. */
    void hold() throws IOException {
        flushBuffer();
        holding = true;
    }

    /** Writes what was held back with a {@link FooterCheck} in it, and makes the file durable. */
    void writeHeld() throws IOException {
        byte[] end = FooterCheck.insert(buffer.toArray());
        buffer.clear();
        file.write(end, 0, end.length);
        position = file.position();
        file.sync();
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void write(int octet) throws IOException {
        buffer.putByte(octet);
        position++;
        flushIfFull();
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        position += length;
        if (length >= BUFFER_BYTES && !holding) {
            flushBuffer();
            file.write(bytes, from, length);
        } else {
            buffer.put(bytes, from, length);
            flushIfFull();
        }
    }

    private void flushIfFull() throws IOException {
        if (buffer.size() >= BUFFER_BYTES && !holding) {
            flushBuffer();
        }
    }

    private void flushBuffer() throws IOException {
        file.write(buffer.array(), 0, buffer.size());
        buffer.clear();
    }

    @Override
    public void flush() {
        // Parquet's writer flushes often; what counts is the sync at the end.
    }

    @Override
    public void close() {
        // Parquet's writer closes at its end, which comes before ours: see release().
    }

    /** Closes the file. */
    void release() throws IOException {
        file.close();
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
        return this;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return this;
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }
}
