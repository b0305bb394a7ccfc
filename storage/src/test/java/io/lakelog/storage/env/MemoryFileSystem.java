package io.lakelog.storage.env;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Files in memory, as a disk that never fails and never loses power would keep them. Thread-safe. */
public final class MemoryFileSystem implements FileSystem {
    private final Node root = Node.directory();
    private final Map<Object, String> open = new IdentityHashMap<>();

    @Override
    public synchronized Input open(String path) throws IOException {
        MemoryInput input = new MemoryInput(path, file(path));
        open.put(input, "reading " + path);
        return input;
    }

    @Override
    public synchronized Output create(String path) throws IOException {
        Node directory = makeDirectories(parent(path));
        if (directory.children().containsKey(name(path))) {
            throw new FileAlreadyExistsException(path);
        }
        Node file = Node.file();
        directory.children().put(name(path), file);
        MemoryOutput output = new MemoryOutput(path, file);
        open.put(output, "writing " + path);
        return output;
    }

    @Override
    public synchronized byte[] read(String path) throws IOException {
        Node file = file(path);
        return Arrays.copyOf(file.content, file.size);
    }

    @Override
    public synchronized boolean createIfAbsent(String path, byte[] content) throws IOException {
        Node directory = makeDirectories(parent(path));
        if (directory.children().containsKey(name(path))) {
            return false;
        }
        directory.children().put(name(path), Node.file(content));
        return true;
    }

    @Override
    public synchronized void replace(String path, byte[] content) throws IOException {
        Node directory = makeDirectories(parent(path));
        Node old = directory.children().get(name(path));
        if (old != null && old.children != null) {
            throw new IOException("cannot replace directory " + path);
        }
        directory.children().put(name(path), Node.file(content));
    }

    @Override
    public synchronized void syncDirectory(String path) throws IOException {
        Node node = find(path);
        if (node == null || node.children == null) {
            throw new FileNotFoundException("directory does not exist: " + path);
        }
    }

    @Override
    public synchronized List<Entry> list(String path) {
        Node node = find(path);
        List<Entry> entries = new ArrayList<>();
        if (node != null && node.children != null) {
            node.children.forEach((name, child) ->
                    entries.add(new Entry(name, child.children != null, child.size, child.modifiedMillis)));
        }
        return entries;
    }

    @Override
    public synchronized boolean exists(String path) {
        return find(path) != null;
    }

    @Override
    public synchronized void createDirectories(String path) throws IOException {
        makeDirectories(path);
    }

    @Override
    public synchronized void delete(String path) throws IOException {
        Node directory = find(parent(path));
        if (directory != null && directory.children != null) {
            Node node = directory.children.get(name(path));
            if (node != null && node.children != null && !node.children.isEmpty()) {
                throw new IOException("directory is not empty: " + path);
            }
            directory.children.remove(name(path));
        }
    }

    @Override
    public synchronized void deleteRecursively(String path) {
        Node directory = find(parent(path));
        if (directory != null && directory.children != null) {
            directory.children.remove(name(path));
        }
    }

    /** What is open at the moment, as text: nothing, at the end of a test. */
    public synchronized List<String> openFiles() {
        return open.values().stream().sorted().toList();
    }

    /** The paths of all files, sorted. */
    public synchronized List<String> files() {
        Set<String> files = new TreeSet<>();
        collect("", root, files);
        return List.copyOf(files);
    }

    private static void collect(String path, Node node, Set<String> files) {
        if (node.children == null) {
            files.add(path);
        } else {
            node.children.forEach((name, child) -> collect(path + "/" + name, child, files));
        }
    }

    private synchronized void closed(Object handle) {
        open.remove(handle);
    }

    private Node file(String path) throws IOException {
        Node node = find(path);
        if (node == null) {
            throw new FileNotFoundException("file does not exist: " + path);
        }
        if (node.children != null) {
            throw new IOException("is a directory: " + path);
        }
        return node;
    }

    private @Nullable Node find(String path) {
        Node node = root;
        for (String name : names(path)) {
            if (node == null || node.children == null) {
                return null;
            }
            node = node.children.get(name);
        }
        return node;
    }

    private Node makeDirectories(String path) throws IOException {
        Node node = root;
        for (String name : names(path)) {
            if (node.children == null) {
                break;
            }
            node = node.children.computeIfAbsent(name, missing -> Node.directory());
        }
        if (node.children == null) {
            throw new IOException("not a directory: " + path);
        }
        return node;
    }

    static List<String> names(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path is not absolute: " + path);
        }
        return Arrays.stream(path.split("/")).filter(name -> !name.isEmpty()).toList();
    }

    static String parent(String path) {
        return path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static final class Node {
        final @Nullable Map<String, Node> children;
        final long modifiedMillis = System.currentTimeMillis();
        byte[] content;
        int size;

        private Node(@Nullable Map<String, Node> children, byte[] content) {
            this.children = children;
            this.content = content;
            this.size = content.length;
        }

        static Node directory() {
            return new Node(new TreeMap<>(), new byte[0]);
        }

        static Node file() {
            return new Node(null, new byte[0]);
        }

        static Node file(byte[] content) {
            return new Node(null, content.clone());
        }

        Map<String, Node> children() {
            return children == null ? Collections.emptyMap() : children;
        }
    }

    private final class MemoryInput implements Input {
        private final String path;
        private final Node file;

        MemoryInput(String path, Node file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public long length() {
            synchronized (MemoryFileSystem.this) {
                return file.size;
            }
        }

        @Override
        public void readFully(long position, ByteBuffer target) throws IOException {
            synchronized (MemoryFileSystem.this) {
                if (target.remaining() > file.size - position) {
                    throw new EOFException("file " + path + " ends at byte " + file.size + ", but bytes " + position
                            + " to " + (position + target.remaining()) + " are needed");
                }
                target.put(file.content, (int) position, target.remaining());
            }
        }

        @Override
        public void close() {
            closed(this);
        }
    }

    private final class MemoryOutput implements Output {
        private final String path;
        private final Node file;
        private boolean closed;

        MemoryOutput(String path, Node file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            synchronized (MemoryFileSystem.this) {
                requireOpen();
                if (file.content.length - file.size < length) {
                    file.content = Arrays.copyOf(file.content, Math.max(file.size + length, file.content.length * 2));
                }
                System.arraycopy(bytes, from, file.content, file.size, length);
                file.size += length;
            }
        }

        @Override
        public long position() {
            synchronized (MemoryFileSystem.this) {
                return file.size;
            }
        }

        @Override
        public void sync() throws IOException {
            requireOpen();
        }

        private void requireOpen() throws IOException {
            if (closed) {
                throw new IOException("file is closed: " + path);
            }
        }

        @Override
        public void close() {
            closed = true;
            MemoryFileSystem.this.closed(this);
        }
    }
}
