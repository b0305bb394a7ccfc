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

/**
 * The disk of {@link CrashFileSystem} while its steps are replayed: for each name in each directory what it led to at the
 * last sync and since, for each file its bytes and how many are durable; and the dice. The model is told there.
 */
final class CrashDisk {
    private static final int SECTOR_BYTES = 512;

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

    /** What is left after a crash; seeds 0 and 1 lose and keep all. */
    CrashFileSystem survivors(long seed) {
        Chance chance = new Chance(seed);
        CrashFileSystem left = new CrashFileSystem();
        Map<Integer, byte[]> decided = new HashMap<>();
        try {
            rebuild(0, "", left, decided, chance);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return left;
    }

    private void rebuild(int directory, String path, CrashFileSystem left, Map<Integer, byte[]> decided, Chance chance)
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

    /** One change to the disk. */
    interface Step {
        void apply(CrashDisk disk);

        default boolean isSync() {
            return false;
        }
    }

    record Append(int file, byte[] bytes) implements Step {
        @Override
        public void apply(CrashDisk disk) {
            disk.content(file).append(bytes);
        }
    }

    record SyncContent(int file) implements Step {
        @Override
        public void apply(CrashDisk disk) {
            disk.content(file).synced = disk.content(file).length;
        }

        @Override
        public boolean isSync() {
            return true;
        }
    }

    /** A name of a directory leads to a file, a directory, or nothing. */
    record Name(int parent, String name, int target, boolean directory) implements Step {
        static final int NOTHING = -1;

        @Override
        public void apply(CrashDisk disk) {
            disk.names(parent).computeIfAbsent(name, key -> new ArrayList<>()).add(this);
        }
    }

    record SyncNames(int directory) implements Step {
        @Override
        public void apply(CrashDisk disk) {
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
