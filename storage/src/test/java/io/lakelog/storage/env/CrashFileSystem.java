package io.lakelog.storage.env;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final List<CrashDisk.Step> steps = new ArrayList<>();
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
        CrashDisk disk = new CrashDisk();
        int seen = 0;
        for (CrashDisk.Step step : steps) {
            if (step.isSync() && ++seen == k) {
                break;
            }
            step.apply(disk);
        }
        return disk.survivors(seed);
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
        step(new CrashDisk.Name(directoryOf(path), MemoryFileSystem.name(path), id, false));
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
        step(new CrashDisk.SyncNames(directoryOf(path)));
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
        step(new CrashDisk.Append(id, content.clone()));
        step(new CrashDisk.SyncContent(id));
        step(new CrashDisk.Name(directoryOf(path), MemoryFileSystem.name(path), id, false));
        ids.put(path, id);
    }

    @Override
    public synchronized void syncDirectory(String path) throws IOException {
        memory.syncDirectory(path);
        step(new CrashDisk.SyncNames(id(path)));
    }

    @Override
    public synchronized void createDirectories(String path) throws IOException {
        memory.createDirectories(path);
        String at = "/";
        for (String name : MemoryFileSystem.names(path)) {
            String child = at.equals("/") ? "/" + name : at + "/" + name;
            if (!ids.containsKey(child)) {
                int id = nextId++;
                step(new CrashDisk.Name(id(at), name, id, true));
                step(new CrashDisk.SyncNames(id(at)));
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
        step(new CrashDisk.Name(directoryOf(path), MemoryFileSystem.name(path), CrashDisk.Name.NOTHING, false));
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

    private void step(CrashDisk.Step step) {
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
                step(new CrashDisk.Append(id, Arrays.copyOfRange(bytes, from, from + length)));
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
                step(new CrashDisk.SyncContent(id));
            }
        }

        @Override
        public void close() throws IOException {
            output.close();
        }
    }
}
