package io.lakelog.storage.format;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** One open file as the only file of a Hadoop file system, which is how the ORC library wants it. Not thread-safe. */
final class OrcInput extends FileSystem {
    private final ParquetInput input;

    OrcInput(ParquetInput input, Configuration configuration) {
        this.input = input;
        setConf(configuration);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        return new FSDataInputStream(new Positioned(input));
    }

    @Override
    public FileStatus getFileStatus(Path path) {
        return new FileStatus(input.length(), false, 1, input.length(), 0, path);
    }

    @Override
    public URI getUri() {
        return URI.create("file:///");
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path("file:/");
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        throw readOnly();
    }

    @Override
    public FileStatus[] listStatus(Path path) throws FileNotFoundException {
        throw new FileNotFoundException(path.toString());
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw readOnly();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw readOnly();
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw readOnly();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        throw readOnly();
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw readOnly();
    }

    private static UnsupportedOperationException readOnly() {
        return new UnsupportedOperationException("data files are only read");
    }

    /** The input's bytes with a position. Closing it leaves the input open. */
    private static final class Positioned extends InputStream implements Seekable, PositionedReadable {
        private final ParquetInput input;
        private long position;

        Positioned(ParquetInput input) {
            this.input = input;
        }

        @Override
        public int read() {
            if (position >= input.length()) {
                return -1;
            }
            return input.read(position++, 1)[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int from, int count) {
            int read = read(position, target, from, count);
            position += Math.max(0, read);
            return read;
        }

        @Override
        public int read(long at, byte[] target, int from, int count) {
            long left = input.length() - at;
            if (left <= 0) {
                return count == 0 ? 0 : -1;
            }
            int read = (int) Math.min(left, count);
            input.read(at, target, from, read);
            return read;
        }

        @Override
        public void readFully(long at, byte[] target, int from, int count) throws IOException {
            if (read(at, target, from, count) < count) {
                throw new EOFException("it ends at byte " + input.length());
            }
        }

        @Override
        public void readFully(long at, byte[] target) throws IOException {
            readFully(at, target, 0, target.length);
        }

        @Override
        public void seek(long newPosition) {
            position = newPosition;
        }

        @Override
        public long getPos() {
            return position;
        }

        @Override
        public boolean seekToNewSource(long targetPosition) {
            return false;
        }
    }
}
