package io.lakelog.storage.env;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Another file system, one operation of which fails: the {@code n}-th on a path in which a pattern is found, counted from 1.
 * Every call that may fail counts, those on open files too. A test runs for n = 1, 2, ... until {@link #struck} stays false.
 * Thread-safe.
 */
public final class FaultyFileSystem implements FileSystem {
    /** What a failing operation has done before it fails. */
    public enum Effect {
        /** Nothing. */
        NONE,
        /** All it was asked for: only the answer is lost. */
        DONE
    }

    private final FileSystem files;
    private final Pattern path;
    private final int n;
    private final Effect effect;
    private int count;
    private String struck = "";

    public FaultyFileSystem(FileSystem files, String pattern, int n, Effect effect) {
        this.files = files;
        this.path = Pattern.compile(pattern);
        this.n = n;
        this.effect = effect;
    }

    /** Whether an operation has failed. */
    public synchronized boolean struck() {
        return !struck.isEmpty();
    }

    /** This fault as text, for the message of a failing test. */
    @Override
    public synchronized String toString() {
        return "fault " + n + " on paths like " + path + ", effect " + effect + ": "
                + (struck.isEmpty() ? "not reached, " + count + " operations" : struck);
    }

    private synchronized boolean strikes(String operation, String target) {
        if (!path.matcher(target).find() || ++count != n) {
            return false;
        }
        struck = operation + " " + target;
        return true;
    }

    private interface Call<T> {
        T run() throws IOException;
    }

    private interface Action {
        void run() throws IOException;
    }

    private <T> T call(String operation, String target, Call<T> call) throws IOException {
        if (!strikes(operation, target)) {
            return call.run();
        }
        if (effect == Effect.DONE) {
            T result = call.run();
            if (result instanceof AutoCloseable handle) {
                close(handle);
            }
        }
        throw new IOException("injected fault: " + operation + " " + target);
    }

    private static void close(AutoCloseable handle) throws IOException {
        try {
            handle.close();
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private void run(String operation, String target, Action action) throws IOException {
        call(operation, target, () -> {
            action.run();
            return true;
        });
    }

    @Override
    public Input open(String target) throws IOException {
        return new FaultyInput(target, call("open", target, () -> files.open(target)));
    }

    @Override
    public Output create(String target) throws IOException {
        return new FaultyOutput(target, call("create", target, () -> files.create(target)));
    }

    @Override
    public byte[] read(String target) throws IOException {
        return call("read", target, () -> files.read(target));
    }

    @Override
    public boolean createIfAbsent(String target, byte[] content) throws IOException {
        return call("createIfAbsent", target, () -> files.createIfAbsent(target, content));
    }

    @Override
    public void replace(String target, byte[] content) throws IOException {
        run("replace", target, () -> files.replace(target, content));
    }

    @Override
    public void syncDirectory(String target) throws IOException {
        run("syncDirectory", target, () -> files.syncDirectory(target));
    }

    @Override
    public List<Entry> list(String target) throws IOException {
        return call("list", target, () -> files.list(target));
    }

    @Override
    public boolean exists(String target) throws IOException {
        return call("exists", target, () -> files.exists(target));
    }

    @Override
    public void createDirectories(String target) throws IOException {
        run("createDirectories", target, () -> files.createDirectories(target));
    }

    @Override
    public void delete(String target) throws IOException {
        run("delete", target, () -> files.delete(target));
    }

    @Override
    public void deleteRecursively(String target) throws IOException {
        run("deleteRecursively", target, () -> files.deleteRecursively(target));
    }

    private final class FaultyInput implements Input {
        private final String target;
        private final Input input;

        FaultyInput(String target, Input input) {
            this.target = target;
            this.input = input;
        }

        @Override
        public long length() throws IOException {
            return call("length", target, input::length);
        }

        @Override
        public void readFully(long position, ByteBuffer bytes) throws IOException {
            FaultyFileSystem.this.run("readFully", target, () -> input.readFully(position, bytes));
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }

    private final class FaultyOutput implements Output {
        private final String target;
        private final Output output;

        FaultyOutput(String target, Output output) {
            this.target = target;
            this.output = output;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            FaultyFileSystem.this.run("write", target, () -> output.write(bytes, from, length));
        }

        @Override
        public long position() {
            return output.position();
        }

        @Override
        public void sync() throws IOException {
            FaultyFileSystem.this.run("sync", target, output::sync);
        }

        @Override
        public void close() throws IOException {
            // The file is closed in any case, as a real one is: otherwise every test would leak.
            try {
                FaultyFileSystem.this.run("close", target, () -> {});
            } finally {
                output.close();
            }
        }
    }
}
