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
     * @throws IOException if there is no room for twice as much, so that nobody's disk is filled for a cache
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
            return new ScratchFile(channel, channel.map(FileChannel.MapMode.READ_WRITE, 0, size));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
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
