package io.lakelog.jdbc.session;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Warehouses that are thrown away, each in a temporary directory. A private one goes when its connection closes, a named
 * one when the JVM ends. What processes that died left behind is swept at the first use. Thread-safe.
 *
 * <p>All directories of one JVM lie in one, {@code lakelog-memory-<pid>-<random>}, beside a lock file of the same name
 * and {@code .lock} that the JVM keeps locked: where the lock can be had, the JVM is gone. Locks of one's own process
 * must not be tried (closing any channel to a file drops all locks the process has on it), so names with our process id
 * are left alone.
 */
public final class MemoryWarehouses {
    private static final String PREFIX = "lakelog-memory-";
    private static final String LOCK = ".lock";

    private final Warehouses warehouses;
    private final Path temporary;
    private final Map<String, Path> named = new HashMap<>();
    private @Nullable Path home;
    private @Nullable FileChannel lock;
    private int count;

    public MemoryWarehouses(Warehouses warehouses) {
        this(warehouses, Path.of(System.getProperty("java.io.tmpdir")));
    }

    MemoryWarehouses(Warehouses warehouses, Path temporary) {
        this.warehouses = warehouses;
        this.temporary = temporary;
    }

    /** The warehouse of that name, made if there is none; an empty name is a new one at each call. */
    public Warehouse open(String name) {
        try {
            if (name.isEmpty()) {
                Path directory = newDirectory();
                return warehouses.open(directory.toString(), () -> deleteQuietly(directory));
            }
            Path directory;
            synchronized (this) {
                directory = named.get(name);
                if (directory == null) {
                    directory = newDirectory();
                    named.put(name, directory);
                }
            }
            return warehouses.open(directory.toString(), () -> {});
        } catch (IOException e) {
            throw new LakelogException(
                    ErrorCode.IO, "no temporary directory for a memory warehouse below " + temporary + ": " + e, e);
        }
    }

    private synchronized Path newDirectory() throws IOException {
        Path parent = home;
        if (parent == null) {
            sweep();
            parent = Files.createTempDirectory(temporary, ownPrefix());
            FileChannel channel = FileChannel.open(
                    lockFile(parent), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.READ);
            channel.lock();
            lock = channel;
            home = parent;
            Runtime.getRuntime().addShutdownHook(new Thread(this::removeAll, "lakelog-memory-cleaner"));
        }
        return Files.createDirectory(parent.resolve("warehouse-" + ++count)).toRealPath();
    }

    private static String ownPrefix() {
        return PREFIX + ProcessHandle.current().pid() + "-";
    }

    private static Path lockFile(Path directory) {
        return directory.resolveSibling(directory.getFileName() + LOCK);
    }

    private void sweep() throws IOException {
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(temporary, PREFIX + "*" + LOCK)) {
            for (Path lockFile : locks) {
                String fileName = String.valueOf(lockFile.getFileName());
                if (!fileName.startsWith(ownPrefix())) {
                    sweep(lockFile, fileName.substring(0, fileName.length() - LOCK.length()));
                }
            }
        }
    }

    private void sweep(Path lockFile, String directory) {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock free = channel.tryLock()) {
            if (free != null) {
                delete(temporary.resolve(directory));
                Files.deleteIfExists(lockFile);
            }
        } catch (IOException | OverlappingFileLockException e) {
            // Another user's, or being swept by someone else: then it is theirs to remove.
            return;
        }
    }

    private synchronized void removeAll() {
        Path directory = home;
        FileChannel channel = lock;
        if (directory != null && channel != null) {
            deleteQuietly(directory);
            try (channel) {
                Files.deleteIfExists(lockFile(directory));
            } catch (IOException e) {
                // The next process sweeps it.
                return;
            }
        }
    }

    /** What cannot be removed now is removed when the JVM ends, or swept by the next one. */
    private static void deleteQuietly(Path directory) {
        try {
            delete(directory);
        } catch (IOException e) {
            return;
        }
    }

    private static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
