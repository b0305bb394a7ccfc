package io.lakelog.storage.env;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Local files that nobody needs after this process: each is known here by the path it was made with, and where the system
 * allows has no name on the disk once it is made, so that even a killed process leaves nothing. Thread-safe.
 */
final class ScratchFiles implements FileSystem {
    private final Map<String, Scratch> files = new ConcurrentHashMap<>();

    /**
     * An open file. Not a channel, which the interrupt of one thread would close for all.
     *
     * @param named whether it has a name that has to be removed in the end
     */
    private record Scratch(RandomAccessFile file, Path path, boolean named) {
        synchronized void read(long position, ByteBuffer target) throws IOException {
            byte[] bytes = new byte[target.remaining()];
            file.seek(position);
            file.readFully(bytes);
            target.put(bytes);
        }

        synchronized void write(long position, byte[] bytes, int from, int length) throws IOException {
            file.seek(position);
            file.write(bytes, from, length);
        }

        synchronized long length() throws IOException {
            return file.length();
        }

        void remove() throws IOException {
            file.close();
            if (named) {
                Files.deleteIfExists(path);
            }
        }
    }

    private Scratch file(String path) throws FileNotFoundException {
        Scratch scratch = files.get(path);
        if (scratch == null) {
            throw new FileNotFoundException("file does not exist: " + path);
        }
        return scratch;
    }

    @Override
    public Output create(String path) throws IOException {
        Path file = Files.createFile(Path.of(path));
        Scratch scratch = new Scratch(new RandomAccessFile(file.toFile(), "rw"), file, !hasLostName(file));
        files.put(path, scratch);
        return new Output() {
            private long position;

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                scratch.write(position, bytes, from, length);
                position += length;
            }

            @Override
            public long position() {
                return position;
            }

            @Override
            public void sync() {
                // What is lost with the process needs no disk.
            }

            @Override
            public void close() {
                // Open until it is deleted: it may have no other name.
            }
        };
    }

    /** Windows keeps the names of open files. */
    private static boolean hasLostName(Path file) {
        try {
            Files.delete(file);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Input open(String path) throws IOException {
        Scratch scratch = file(path);
        return new Input() {
            @Override
            public long length() throws IOException {
                return scratch.length();
            }

            @Override
            public void readFully(long position, ByteBuffer target) throws IOException {
                if (position + target.remaining() > scratch.length()) {
                    throw new EOFException(path + " ends before " + (position + target.remaining()));
                }
                scratch.read(position, target);
            }

            @Override
            public void close() {
                // As above.
            }
        };
    }

    @Override
    public byte[] read(String path) throws IOException {
        Scratch scratch = file(path);
        ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(scratch.length()));
        scratch.read(0, content);
        return content.array();
    }

    @Override
    public boolean exists(String path) {
        return files.containsKey(path);
    }

    @Override
    public void delete(String path) throws IOException {
        Scratch scratch = files.remove(path);
        if (scratch != null) {
            scratch.remove();
        }
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        throw only(path);
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        throw only(path);
    }

    @Override
    public void syncDirectory(String path) throws IOException {
        throw only(path);
    }

    @Override
    public List<Entry> list(String path) throws IOException {
        throw only(path);
    }

    @Override
    public void createDirectories(String path) throws IOException {
        throw only(path);
    }

    @Override
    public void deleteRecursively(String path) throws IOException {
        throw only(path);
    }

    private static IOException only(String path) {
        return new IOException("a temporary file can be made, read and deleted, and no more: " + path);
    }
}
