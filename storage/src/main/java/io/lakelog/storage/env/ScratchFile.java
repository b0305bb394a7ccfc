package io.lakelog.storage.env;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A local file for what can be made again, mapped into memory. It goes with this object: where the system allows, it has
 * no name from the beginning, so that even a killed process leaves nothing. Thread-safe.
 */
public final class ScratchFile implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 16;

    private final FileChannel channel;
    private final ByteBuffer bytes;

    private ScratchFile(FileChannel channel, ByteBuffer bytes) {
        this.channel = channel;
        this.bytes = bytes;
    }

    /**
     * Makes a file.
     *
     * @param path in a local directory that exists; no file of this name may be there
     * @throws IOException if there is no room for twice as much, so that nobody's disk is filled for a cache; or if the disk
     *     fills up meanwhile
     */
    public static ScratchFile create(String path, int size) throws IOException {
        Path file = Path.of(path);
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || Files.getFileStore(directory).getUsableSpace() < 2L * size) {
            throw new IOException("no room for " + path);
        }
        FileChannel channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE);
        try {
            reserve(channel, size);
            return new ScratchFile(channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Writes as many zeros. A mapped file with holes takes its room when it is written to, and a disk that has filled up since
     * then ends in a fault of the memory instead of an exception.
     */
    private static void reserve(FileChannel channel, int size) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(Math.min(size, CHUNK_BYTES));
        for (int written = 0; written < size; ) {
            zeros.clear().limit(Math.min(zeros.capacity(), size - written));
            written += channel.write(zeros, written);
        }
    }

    /** All bytes of the file, at first zero; for access by position only. They stay readable after {@link #close()}. */
    public ByteBuffer bytes() {
        return bytes.duplicate().order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
