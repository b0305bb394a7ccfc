package io.lakelog.storage.env;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Deletes a directory from the bottom up. What another has deleted first is no failure; where others still write below it,
 * such as a compaction of a table that is dropped, it is tried again for a while.
 */
final class LocalDeletion extends SimpleFileVisitor<Path> {
    /** The pauses between them grow by a millisecond each: ten seconds and a little in all. */
    private static final int ATTEMPTS_MAX = 150;

    private LocalDeletion() {}

    static void of(Path root) throws IOException {
        for (int attempt = 1; !isDone(root); attempt++) {
            if (attempt == ATTEMPTS_MAX) {
                throw new DirectoryNotEmptyException(root.toString());
            }
            pause(attempt);
        }
    }

    private static boolean isDone(Path root) throws IOException {
        try {
            if (Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
                Files.walkFileTree(root, new LocalDeletion());
            }
            return true;
        } catch (DirectoryNotEmptyException e) {
            return false;
        }
    }

    private static void pause(int millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("deleting was interrupted");
        }
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Files.deleteIfExists(file);
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
        Files.deleteIfExists(directory);
        return FileVisitResult.CONTINUE;
    }
}
