package io.lakelog.storage.env;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What Lakelog needs of a place for files; please do not let it grow. Paths are absolute, with {@code /} between names.
 * Every failure is an {@link IOException} whose message names the path; a missing file is a
 * {@link java.io.FileNotFoundException}. Thread-safe.
 */
public interface FileSystem {
    /** Opens a file for reading at any position. */
    Input open(String path) throws IOException;

    /** Creates a file, with its parent directories; fails with {@link java.nio.file.FileAlreadyExistsException}. */
    Output create(String path) throws IOException;

    /** The whole content of a small file. */
    byte[] read(String path) throws IOException;

    /**
     * Puts a whole file in place at once, durable when this returns: readers see nothing or all of it.
     *
     * @return false, changing nothing, if a file of that name exists
     */
    boolean createIfAbsent(String path, byte[] content) throws IOException;

    /** Puts a whole file in place at once, over any that is there. For hints; not durable. */
    void replace(String path, byte[] content) throws IOException;

    /** Makes the names in a directory durable: files created and removed in it so far survive a power cut. */
    void syncDirectory(String path) throws IOException;

    /** The entries directly below a directory, in no order; none if there is no such directory. */
    List<Entry> list(String path) throws IOException;

    boolean exists(String path) throws IOException;

    void createDirectories(String path) throws IOException;

    /** Removes a file if it is there. */
    void delete(String path) throws IOException;

    /** Removes a directory and all below it if it is there. Never follows links. */
    void deleteRecursively(String path) throws IOException;

    /**
     * Gives a directory with all in it another name, at once and durably.
     *
     * @return false, changing nothing, if something of the new name exists
     * @throws UnsupportedOperationException where directories cannot be renamed at once
     */
    default boolean renameDirectory(String from, String to) throws IOException {
        throw new UnsupportedOperationException("directories cannot be renamed here");
    }

    /**
     * What a directory holds.
     *
     * @param name the last part of the path
     * @param modifiedMillis when it was last written, epoch milliseconds by the clock of the place
     */
    record Entry(String name, boolean directory, long lengthBytes, long modifiedMillis) {}

    /** A file open for reading. Used by one thread at a time. */
    interface Input extends Closeable {
        long length() throws IOException;

        /** Fills {@code target} from {@code position} on; {@link java.io.EOFException} if the file is shorter. */
        void readFully(long position, ByteBuffer target) throws IOException;
    }

    /** A file being written. Used by one thread at a time; closing without {@link #sync()} promises nothing. */
    interface Output extends Closeable {
        void write(byte[] bytes, int from, int length) throws IOException;

        long position();

        /** Makes the content written so far survive a power cut; the name needs {@link FileSystem#syncDirectory}. */
        void sync() throws IOException;
    }
}
