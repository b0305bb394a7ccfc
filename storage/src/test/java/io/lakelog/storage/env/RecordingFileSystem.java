package io.lakelog.storage.env;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Another file system, with a log of what is done to it: one line for each operation, its name, the path, and what else
 * matters. For tests that pin the order of operations or count them. Thread-safe.
 */
public final class RecordingFileSystem implements FileSystem {
    private final FileSystem files;
    private final UnaryOperator<String> paths;
    private final List<String> log = new ArrayList<>();

    /**
     * @param paths how paths appear in the log: to cut a temporary directory off, or to hide random names
     */
    public RecordingFileSystem(FileSystem files, UnaryOperator<String> paths) {
        this.files = files;
        this.paths = paths;
    }

    /** The lines since the last call, in the order in which the operations ended. */
    public synchronized List<String> take() {
        List<String> lines = List.copyOf(log);
        log.clear();
        return lines;
    }

    private synchronized void log(String operation, String path, String rest) {
        log.add(operation + " " + paths.apply(path) + rest);
    }

    @Override
    public Input open(String path) throws IOException {
        Input input = files.open(path);
        log("open", path, "");
        return new Input() {
            @Override
            public long length() throws IOException {
                return input.length();
            }

            @Override
            public void readFully(long position, ByteBuffer target) throws IOException {
                int count = target.remaining();
                input.readFully(position, target);
                log("readFully", path, " at " + position + ", " + count + " bytes");
            }

            @Override
            public void close() throws IOException {
                input.close();
            }
        };
    }

    @Override
    public Output create(String path) throws IOException {
        Output output = files.create(path);
        log("create", path, "");
        return new Output() {
            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                output.write(bytes, from, length);
                log("write", path, ", " + length + " bytes");
            }

            @Override
            public long position() {
                return output.position();
            }

            @Override
            public void sync() throws IOException {
                output.sync();
                log("sync", path, "");
            }

            @Override
            public void close() throws IOException {
                output.close();
                log("close", path, "");
            }
        };
    }

    @Override
    public byte[] read(String path) throws IOException {
        byte[] content = files.read(path);
        log("read", path, "");
        return content;
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        boolean created = files.createIfAbsent(path, content);
        log("createIfAbsent", path, created ? "" : ": exists");
        return created;
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        files.replace(path, content);
        log("replace", path, "");
    }

    @Override
    public void syncDirectory(String path) throws IOException {
        files.syncDirectory(path);
        log("syncDirectory", path, "");
    }

    @Override
    public List<Entry> list(String path) throws IOException {
        List<Entry> entries = files.list(path);
        log("list", path, "");
        return entries;
    }

    @Override
    public boolean exists(String path) throws IOException {
        boolean exists = files.exists(path);
        log("exists", path, exists ? "" : ": no");
        return exists;
    }

    @Override
    public void createDirectories(String path) throws IOException {
        files.createDirectories(path);
        log("createDirectories", path, "");
    }

    @Override
    public void delete(String path) throws IOException {
        files.delete(path);
        log("delete", path, "");
    }

    @Override
    public void deleteRecursively(String path) throws IOException {
        files.deleteRecursively(path);
        log("deleteRecursively", path, "");
    }
}
