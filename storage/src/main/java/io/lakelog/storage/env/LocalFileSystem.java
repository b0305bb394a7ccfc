package io.lakelog.storage.env;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Local disks, with real syncs. A file is put in place by writing it under a temporary name, syncing it, and linking it
 * to its final name, which fails if the name is taken; where the disk knows no hard links, a lock file decides who renames.
 * Temporary names start with a dot. Thread-safe.
 */
public final class LocalFileSystem implements FileSystem {

    private final boolean hardLinks;

    public LocalFileSystem() {
        this(true);
    }

    /** @param hardLinks whether to try them; without, as on a disk that knows none */
    LocalFileSystem(boolean hardLinks) {
        this.hardLinks = hardLinks;
    }

    @Override
    public Input open(String path) throws IOException {
        try {
            return new LocalInput(path, FileChannel.open(Path.of(path), StandardOpenOption.READ));
        } catch (NoSuchFileException e) {
            throw missing(path, e);
        }
    }

    @Override
    public Output create(String path) throws IOException {
        Path file = Path.of(path);
        try {
            return new LocalOutput(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (NoSuchFileException e) {
            createParents(file);
            return new LocalOutput(FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        }
    }

    @Override
    public byte[] read(String path) throws IOException {
        try {
            return Files.readAllBytes(Path.of(path));
        } catch (NoSuchFileException e) {
            throw missing(path, e);
        }
    }

    @Override
    public boolean createIfAbsent(String path, byte[] content) throws IOException {
        Path file = Path.of(path);
        createParents(file);
        Path temporary = writeTemporary(file, content);
        try {
            if (!moveIfAbsent(temporary, file)) {
                return false;
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
        syncDirectory(parent(file).toString());
        return true;
    }

    @Override
    public void replace(String path, byte[] content) throws IOException {
        Path file = Path.of(path);
        createParents(file);
        Path temporary = writeTemporary(file, content);
        try {
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    @Override
    public void syncDirectory(String path) throws IOException {
        if (!isWindows()) {
            try (FileChannel directory = FileChannel.open(Path.of(path), StandardOpenOption.READ)) {
                directory.force(true);
            }
        }
    }

    @Override
    public List<Entry> list(String path) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(Path.of(path))) {
            for (Path child : stream) {
                try {
                    BasicFileAttributes attributes = Files.readAttributes(child, BasicFileAttributes.class);
                    entries.add(new Entry(
                            String.valueOf(child.getFileName()),
                            attributes.isDirectory(),
                            attributes.size(),
                            attributes.lastModifiedTime().toMillis()));
                } catch (NoSuchFileException gone) {
                    // Another process removed it since the directory was read: it is not there.
                    continue;
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
        return entries;
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(Path.of(path));
    }

    @Override
    public void createDirectories(String path) throws IOException {
        createDurably(Path.of(path));
    }

    @Override
    public void delete(String path) throws IOException {
        Files.deleteIfExists(Path.of(path));
    }

    @Override
    public void deleteRecursively(String path) throws IOException {
        LocalDeletion.of(Path.of(path));
    }

    @Override
    public boolean renameDirectory(String from, String to) throws IOException {
        Path source = Path.of(from);
        Path target = Path.of(to);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        createParents(target);
        try {
            // A directory that another process makes meanwhile has something in it: the system refuses to replace it.
            Files.move(source, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            throw missing(from, e);
        } catch (FileSystemException e) {
            if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            throw e;
        }
        syncDirectory(parent(source).toString());
        syncDirectory(parent(target).toString());
        return true;
    }

    private static Path writeTemporary(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".tmp");
        try (FileChannel channel =
                FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            writeFully(channel, ByteBuffer.wrap(content));
            channel.force(true);
        }
        return temporary;
    }

    /** Gives a file its final name unless that is taken. */
    private boolean moveIfAbsent(Path temporary, Path file) throws IOException {
        if (!hardLinks) {
            return renameUnderLock(temporary, file);
        }
        try {
            Files.createLink(file, temporary);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (UnsupportedOperationException | FileSystemException e) {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            return renameUnderLock(temporary, file);
        }
    }

    /** Where the disk knows no hard links: whoever holds the lock file of the directory looks, then renames. */
    private static boolean renameUnderLock(Path temporary, Path file) throws IOException {
        Path lockFile = parent(file).resolve(".lakelog.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = lock(channel)) {
            if (!lock.isValid() || Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
                return false;
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            return true;
        }
    }

    /** Waits for a lock, also while another thread of this process holds it. */
    private static FileLock lock(FileChannel channel) throws IOException {
        while (true) {
            try {
                return channel.lock();
            } catch (OverlappingFileLockException held) {
                Thread.onSpinWait();
            }
        }
    }

    private void createParents(Path file) throws IOException {
        createDurably(parent(file));
    }

    /** Creates missing directories from the top down and syncs each one's parent. */
    private void createDurably(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.getParent();
        if (parent != null) {
            createDurably(parent);
        }
        try {
            Files.createDirectory(directory);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
        if (parent != null) {
            syncDirectory(parent.toString());
        }
    }

    private static Path parent(Path file) throws IOException {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IOException("no directory in path " + file);
        }
        return parent;
    }

    private static FileNotFoundException missing(String path, NoSuchFileException cause) {
        FileNotFoundException exception = new FileNotFoundException("file does not exist: " + path);
        exception.initCause(cause);
        return exception;
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static boolean isWindows() {
        return java.io.File.separatorChar == '\\';
    }

    private static final class LocalInput implements Input {
        private final String path;
        private final FileChannel channel;

        LocalInput(String path, FileChannel channel) {
            this.path = path;
            this.channel = channel;
        }

        @Override
        public long length() throws IOException {
            return channel.size();
        }

        @Override
        public void readFully(long position, ByteBuffer target) throws IOException {
            long at = position;
            while (target.hasRemaining()) {
                int count = channel.read(target, at);
                if (count < 0) {
                    throw new EOFException("file " + path + " ends at byte " + channel.size() + ", but "
                            + target.remaining() + " more are needed");
                }
                at += count;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private static final class LocalOutput implements Output {
        private final FileChannel channel;
        private long position;

        LocalOutput(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            writeFully(channel, ByteBuffer.wrap(bytes, from, length));
            position += length;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void sync() throws IOException {
            channel.force(true);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
