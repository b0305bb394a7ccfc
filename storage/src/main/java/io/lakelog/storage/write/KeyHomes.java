package io.lakelog.storage.write;

import io.lakelog.storage.row.BinaryRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The partition in which each key of one bucket number lives, by a hash of the key: an open-addressed table of numbers.
 * Where two keys share a hash it knows no home, and all partitions are to be asked. Not thread-safe.
 */
public final class KeyHomes {
    /** No key of such a hash is there. */
    static final int NOWHERE = -1;

    /** Several keys have the hash. */
    static final int ANYWHERE = -2;

    /** About this much memory for each key, with the table half full. */
    public static final int BYTES_EACH = 24;

    private static final int EMPTY = 0;
    private static final int GONE = 1;
    private static final int SHARED = 2;
    private static final int FIRST_HOME = 3;

    private final List<BinaryRow> partitions = new ArrayList<>();
    private final Map<BinaryRow, Integer> numbers = new HashMap<>();
    private long[] hashes = new long[64];
    private int[] slots = new int[64];
    private int used;

    /** The number of the partition of a key, {@link #NOWHERE} or {@link #ANYWHERE}. */
    int home(long hash) {
        int slot = slots[place(hash)];
        return slot == SHARED ? ANYWHERE : slot < FIRST_HOME ? NOWHERE : slot - FIRST_HOME;
    }

    /** The partition that has a number. */
    BinaryRow partition(int number) {
        return partitions.get(number);
    }

    public long memoryBytes() {
        return (long) hashes.length * (Long.BYTES + Integer.BYTES);
    }

    /** A key that was in no partition is in one now. */
    void put(long hash, BinaryRow partition) {
        int place = place(hash);
        int slot = slots[place];
        if (slot == EMPTY) {
            used++;
        }
        // A key that is in a partition already is another one of the same hash.
        slots[place] = slot == EMPTY || slot == GONE ? FIRST_HOME + number(partition) : SHARED;
        hashes[place] = hash;
        if (used * 2 > hashes.length) {
            grow();
        }
    }

    /** A key that was in some partition is in none now. */
    void remove(long hash) {
        int place = place(hash);
        if (slots[place] >= FIRST_HOME) {
            slots[place] = GONE;
        }
    }

    private int number(BinaryRow partition) {
        return numbers.computeIfAbsent(partition, added -> {
            partitions.add(added);
            return partitions.size() - 1;
        });
    }

    private int place(long hash) {
        int mask = hashes.length - 1;
        int place = (int) (hash >>> 32 ^ hash) & mask;
        while (slots[place] != EMPTY && hashes[place] != hash) {
            place = place + 1 & mask;
        }
        return place;
    }

    private void grow() {
        long[] oldHashes = hashes;
        int[] oldSlots = slots;
        hashes = new long[oldHashes.length * 2];
        slots = new int[hashes.length];
        used = 0;
        for (int i = 0; i < oldSlots.length; i++) {
            if (oldSlots[i] > GONE) {
                int place = place(oldHashes[i]);
                hashes[place] = oldHashes[i];
                slots[place] = oldSlots[i];
                used++;
            }
        }
    }

    /** What a commit changes, applied when it has been published. Not thread-safe. */
    public static final class Changes {
        private long[] hashes = new long[16];
        private final List<@Nullable BinaryRow> homes = new ArrayList<>();

        /** @param home where a key that was nowhere is now; null if it is nowhere any more */
        void add(long hash, @Nullable BinaryRow home) {
            if (homes.size() == hashes.length) {
                hashes = Arrays.copyOf(hashes, 2 * hashes.length);
            }
            hashes[homes.size()] = hash;
            homes.add(home);
        }

        public void applyTo(KeyHomes target) {
            for (int i = 0; i < homes.size(); i++) {
                BinaryRow home = homes.get(i);
                if (home == null) {
                    target.remove(hashes[i]);
                } else {
                    target.put(hashes[i], home);
                }
            }
        }
    }
}
