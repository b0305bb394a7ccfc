package io.lakelog.storage.format;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A file open for reading, with its name in every error: CORRUPT if it is missing or cut, IO if the disk fails. Not thread-safe. */
final class ParquetInput implements AutoCloseable {
    private final FileSystem files;
    private final String path;
    private final long length;
    private FileSystem.@Nullable Input input;

    private ParquetInput(FileSystem files, String path, FileSystem.@Nullable Input input, long length) {
        this.files = files;
        this.path = path;
        this.input = input;
        this.length = length;
    }

    /** A file of which all that is wanted may be known already: it is opened when something is read of it. */
    static ParquetInput later(FileSystem files, String path, long length) {
        return new ParquetInput(files, path, null, length);
    }

    static ParquetInput open(FileSystem files, String path) {
        try {
            FileSystem.Input input = files.open(path);
            try {
                return new ParquetInput(files, path, input, input.length());
            } catch (IOException | RuntimeException e) {
                input.close();
                throw e;
            }
        } catch (FileNotFoundException e) {
            throw LakelogException.corrupt(path, "it does not exist", e);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    String path() {
        return path;
    }

    long length() {
        return length;
    }

    /** Fills {@code target[from .. from + count)} with the bytes at {@code position}. */
    void read(long position, byte[] target, int from, int count) {
        checkRange(position, count);
        try {
            FileSystem.Input open = input;
            if (open == null) {
                open = files.open(path);
                input = open;
            }
            open.readFully(position, ByteBuffer.wrap(target, from, count));
        } catch (FileNotFoundException e) {
            throw corrupt("it does not exist", e);
        } catch (EOFException e) {
            throw corrupt("it ends early: " + e.getMessage(), e);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    byte[] read(long position, int count) {
        checkRange(position, count);
        byte[] bytes = new byte[count];
        read(position, bytes, 0, count);
        return bytes;
    }

    /** Before anything is allocated for these bytes. */
    private void checkRange(long position, int count) {
        if (position < 0 || count < 0 || position > length - count) {
            throw corrupt(
                    "bytes " + position + " to " + (position + count) + " are wanted of a file of " + length, null);
        }
    }

    LakelogException corrupt(String what, @Nullable Throwable cause) {
        return LakelogException.corrupt(path, what, cause);
    }

    /** What a failure while making sense of bytes means: ours passes, any other says that the bytes are wrong. */
    LakelogException broken(String where, Exception failure) {
        if (failure instanceof LakelogException ours) {
            return ours.code() == ErrorCode.UNSUPPORTED
                    ? new LakelogException(ours.code(), "file " + path + ": " + where + ": " + ours.getMessage(), ours)
                    : ours;
        }
        String what = failure instanceof MalformedFileException ? failure.getMessage() : failure.toString();
        return corrupt(where + ": " + what, failure);
    }

    @Override
    public void close() {
        try {
            if (input != null) {
                input.close();
            }
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private static LakelogException failed(String path, IOException cause) {
        return new LakelogException(ErrorCode.IO, "cannot read data file " + path + ": " + cause.getMessage(), cause);
    }
}
