package io.lakelog.storage.env;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/*
 * What survives a power cut.
 *
 * The model. A disk holds two kinds of things: the content of files, and the names in directories (a name leads to a file
 * or a directory). Both are changed in memory first, in the order of the calls. Two calls make changes durable, and nothing
 * else does, neither time nor closing:
 *
 *   sync of an open file     what was written to this file so far; not its name
 *   sync of a directory      which names are in this directory now, and what they lead to; not the content of these files,
 *                            and nothing about names further up or down
 *
 * The other calls are made of these steps, as LocalFileSystem makes them:
 *
 *   create                   missing parents as createDirectories; then a name that leads to an empty file
 *   createDirectories        for each missing directory from the top: its name, then a sync of the directory above
 *   createIfAbsent           missing parents; a file without a name, written and synced; its name; a sync of the directory
 *   replace                  missing parents; a file without a name, written and synced; its name instead of the old one
 *   delete                   the name goes
 *   deleteRecursively        names go from the bottom up
 *
 * A crash is set at the k-th sync of either kind: every sync before it has done its work, it and all after it have not, and
 * calls after it have not happened. (k beyond the last one: now.) What was changed since the last sync that would have
 * covered it is in the hands of chance:
 *
 *   unsynced bytes of a file    none of them; all of them; the first few; or torn: the file has its new length, but some
 *                               sectors of 512 bytes, a first and a last part of them, read as zeros
 *   unsynced names              each name by itself leads to what it led to at the last sync of its directory, or to
 *                               anything it has led to since; different names of a directory need not be of one moment
 *
 * A file that no surviving name leads to is gone; a file under two names has one content. Chance is a seed: 0 loses all
 * that may be lost, 1 keeps all, any other number decides each thing by itself, always in the same way. Content that was
 * synced is never lost: bit rot is another test's business.
 */

/** Files in memory that can be cloned as a power cut would leave them, by the model above. Thread-safe. */
public final class CrashFileSystem implements FileSystem {
    private static final int SECTOR_BYTES = 512;

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final List<Step> steps = new ArrayList<>();
    /** What each path leads to at present: a number that stays with a file or directory for its life. */
    private final Map<String, Integer> ids = new HashMap<>();

    private int nextId = 1;
    private int syncs;

    public CrashFileSystem() {
        ids.put("/", 0);
    }

    /** How many syncs there were: a crash can be set at each of 1 to this, and one later. */
    public synchronized int syncs() {
        return syncs;
    }

    /** The files in memory, as if there were no crash. */
    public MemoryFileSystem memory() {
        return memory;
    }

    /** The state after a crash at the {@code k}-th sync, all of it durable; this file system goes on as it is. */
    public synchronized CrashFileSystem crashAt(int k, long seed) {
        Disk disk = new Disk();
        int seen = 0;
        for (Step step : steps) {
            if (step.isSync() && ++seen == k) {
                break;
            }
            step.apply(disk);
        }
        return disk.survivors(new Chance(seed));
    }

    /** The state after a crash now. */
    public synchronized CrashFileSystem crashNow(long seed) {
        return crashAt(syncs + 1, seed);
    }

    @Override
    public Input open(String path) throws IOException {
        return memory.open(path);
    }

    @Override
    public byte[] read(String path) throws IOException {
        return memory.read(path);
    }

    @Override
    public List<Entry> list(String path) {
        return memory.list(path);
    }

    @Override
    public boolean exists(String path) {
        return memory.exists(path);
    }

    @Override
    public synchronized Output create(String path) throws IOException {
        createDirectories(MemoryFileSystem.parent(path));
        Output output = memory.create(path);
        int id = nextId++;
        step(new Name(directoryOf(path), MemoryFileSystem.name(path), id, false));
        ids.put(path, id);
        return new CrashOutput(output, id);
    }

    @Override
    public synchronized boolean createIfAbsent(String path, byte[] content) throws IOException {
        createDirectories(MemoryFileSystem.parent(path));
        if (!memory.createIfAbsent(path, content)) {
            return false;
        }
        putWhole(path, content);
        step(new SyncNames(directoryOf(path)));
        return true;
    }

    @Override
    public synchronized void replace(String path, byte[] content) throws IOException {
        createDirectories(MemoryFileSystem.parent(path));
        memory.replace(path, content);
        putWhole(path, content);
    }

    private void putWhole(String path, byte[] content) {
        int id = nextId++;
        step(new Append(id, content.clone()));
        step(new SyncContent(id));
        step(new Name(directoryOf(path), MemoryFileSystem.name(path), id, false));
        ids.put(path, id);
    }

    @Override
    public synchronized void syncDirectory(String path) throws IOException {
        memory.syncDirectory(path);
        step(new SyncNames(id(path)));
    }

    @Override
    public synchronized void createDirectories(String path) throws IOException {
        memory.createDirectories(path);
        String at = "/";
        for (String name : MemoryFileSystem.names(path)) {
            String child = at.equals("/") ? "/" + name : at + "/" + name;
            if (!ids.containsKey(child)) {
                int id = nextId++;
                step(new Name(id(at), name, id, true));
                step(new SyncNames(id(at)));
                ids.put(child, id);
            }
            at = child;
        }
    }

    @Override
    public synchronized void delete(String path) throws IOException {
        boolean there = memory.exists(path);
        memory.delete(path);
        if (there) {
            forget(path);
        }
    }

    @Override
    public synchronized void deleteRecursively(String path) {
        if (memory.exists(path)) {
            for (Entry entry : memory.list(path)) {
                deleteRecursively(path + "/" + entry.name());
            }
            memory.deleteRecursively(path);
            forget(path);
        }
    }

    private void forget(String path) {
        step(new Name(directoryOf(path), MemoryFileSystem.name(path), Name.NOTHING, false));
        ids.remove(path);
    }

    private int directoryOf(String path) {
        return id(MemoryFileSystem.parent(path));
    }

    private int id(String path) {
        Integer id = ids.get(path);
        if (id == null) {
            throw new IllegalStateException("no such path: " + path);
        }
        return id;
    }

    private void step(Step step) {
        steps.add(step);
        syncs += step.isSync() ? 1 : 0;
    }

    private final class CrashOutput implements Output {
        private final Output output;
        private final int id;

        CrashOutput(Output output, int id) {
            this.output = output;
            this.id = id;
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            synchronized (CrashFileSystem.this) {
                output.write(bytes, from, length);
                step(new Append(id, Arrays.copyOfRange(bytes, from, from + length)));
            }
        }

        @Override
        public long position() {
            return output.position();
        }

        @Override
        public void sync() throws IOException {
            synchronized (CrashFileSystem.this) {
                output.sync();
                step(new SyncContent(id));
            }
        }

        @Override
        public void close() throws IOException {
            output.close();
        }
    }

    /** One change to the disk. */
    private interface Step {
        void apply(Disk disk);

        default boolean isSync() {
            return false;
        }
    }

    private record Append(int file, byte[] bytes) implements Step {
        @Override
        public void apply(Disk disk) {
            disk.content(file).append(bytes);
        }
    }

    private record SyncContent(int file) implements Step {
        @Override
        public void apply(Disk disk) {
            disk.content(file).synced = disk.content(file).length;
        }

        @Override
        public boolean isSync() {
            return true;
        }
    }

    /** A name of a directory leads to a file, a directory, or nothing. */
    private record Name(int parent, String name, int target, boolean directory) implements Step {
        static final int NOTHING = -1;

        @Override
        public void apply(Disk disk) {
            disk.names(parent).computeIfAbsent(name, key -> new ArrayList<>()).add(this);
        }
    }

    private record SyncNames(int directory) implements Step {
        @Override
        public void apply(Disk disk) {
            for (List<Name> history : disk.names(directory).values()) {
                Name last = history.get(history.size() - 1);
                history.clear();
                history.add(new Name(last.parent, last.name, last.target, last.directory));
            }
            disk.syncedNames(directory);
        }

        @Override
        public boolean isSync() {
            return true;
        }
    }

    /** The bytes of a file, and how many of them are durable. */
    private static final class Content {
        byte[] bytes = new byte[0];
        int length;
        int synced;

        void append(byte[] more) {
            if (bytes.length - length < more.length) {
                bytes = Arrays.copyOf(bytes, Math.max(length + more.length, bytes.length * 2));
            }
            System.arraycopy(more, 0, bytes, length, more.length);
            length += more.length;
        }
    }

    /** The disk while steps are replayed: for each name in each directory what it led to at the last sync and since. */
    private static final class Disk {
        private final Map<Integer, Content> contents = new HashMap<>();
        private final Map<Integer, Map<String, List<Name>>> names = new HashMap<>();
        private final Map<Integer, Map<String, Boolean>> durable = new HashMap<>();

        Content content(int file) {
            return contents.computeIfAbsent(file, key -> new Content());
        }

        Map<String, List<Name>> names(int directory) {
            return names.computeIfAbsent(directory, key -> new LinkedHashMap<>());
        }

        /** From now on the first entry of each name's history is durable; of names that come later nothing is. */
        void syncedNames(int directory) {
            Map<String, Boolean> known = new HashMap<>();
            names(directory).keySet().forEach(name -> known.put(name, true));
            durable.put(directory, known);
        }

        CrashFileSystem survivors(Chance chance) {
            CrashFileSystem left = new CrashFileSystem();
            Map<Integer, byte[]> decided = new HashMap<>();
            try {
                rebuild(0, "", left, decided, chance);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
            return left;
        }

        private void rebuild(
                int directory, String path, CrashFileSystem left, Map<Integer, byte[]> decided, Chance chance)
                throws IOException {
            for (Map.Entry<String, List<Name>> entry : names(directory).entrySet()) {
                boolean wasThere = durable.getOrDefault(directory, Map.of()).containsKey(entry.getKey());
                Name name = chance.name(entry.getValue(), wasThere);
                if (name == null || name.target == Name.NOTHING) {
                    continue;
                }
                String child = path + "/" + entry.getKey();
                if (name.directory) {
                    left.createDirectories(child);
                    rebuild(name.target, child, left, decided, chance);
                } else {
                    byte[] content = decided.computeIfAbsent(name.target, id -> chance.content(content(id)));
                    left.createIfAbsent(child, content);
                }
            }
        }
    }

    /** Decides, always in the same way for the same seed. */
    private static final class Chance {
        private final long seed;
        private final Random random;

        Chance(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        /** One of what a name led to: at the last sync (null if nothing yet), or since. */
        @Nullable
        Name name(List<Name> history, boolean firstIsDurable) {
            int choices = history.size() + (firstIsDurable ? 0 : 1);
            int choice = seed == 0 ? 0 : seed == 1 ? choices - 1 : random.nextInt(choices);
            int position = firstIsDurable ? choice : choice - 1;
            return position < 0 ? null : history.get(position);
        }

        byte[] content(Content file) {
            if (file.synced == file.length || seed == 1) {
                return Arrays.copyOf(file.bytes, file.length);
            }
            int fate = seed == 0 ? 0 : random.nextInt(4);
            return switch (fate) {
                case 0 -> Arrays.copyOf(file.bytes, file.synced);
                case 1 -> Arrays.copyOf(file.bytes, file.length);
                case 2 -> Arrays.copyOf(file.bytes, file.synced + random.nextInt(file.length - file.synced));
                default -> torn(file);
            };
        }

        private byte[] torn(Content file) {
            byte[] bytes = Arrays.copyOf(file.bytes, file.length);
            int from = file.synced;
            while (from < file.length) {
                int to = Math.min(file.length, (from / SECTOR_BYTES + 1) * SECTOR_BYTES);
                if (random.nextBoolean()) {
                    Arrays.fill(bytes, from, to, (byte) 0);
                }
                from = to;
            }
            return bytes;
        }
    }
}
