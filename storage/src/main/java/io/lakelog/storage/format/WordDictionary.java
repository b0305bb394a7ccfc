package io.lakelog.storage.format;

import java.util.Arrays;

/** Distinct 64-bit words in order of appearance: open addressing, linear probing. Not thread-safe. */
final class WordDictionary {
    private int[] slots = new int[256];
    private long[] words = new long[128];
    private int size;

    /** The id of {@code word}, the next free one if it is new. */
    int idOf(long word) {
        int mask = slots.length - 1;
        int slot = hash(word) & mask;
        while (true) {
            int id = slots[slot] - 1;
            if (id < 0) {
                return add(word, slot);
            }
            if (words[id] == word) {
                return id;
            }
            slot = (slot + 1) & mask;
        }
    }

    int size() {
        return size;
    }

    long word(int id) {
        return words[id];
    }

    /** The words in the order of their ids, valid up to {@link #size()}. */
    long[] words() {
        return words;
    }

    /** Forgets all but the first {@code count}; nothing may be looked up any more before {@link #clear()}. */
    void keep(int count) {
        size = count;
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
    }

    private int add(long word, int slot) {
        if (size == words.length) {
            words = Arrays.copyOf(words, size * 2);
        }
        words[size++] = word;
        slots[slot] = size;
        if (size * 2 > slots.length) {
            grow();
        }
        return size - 1;
    }

    private void grow() {
        int[] larger = new int[slots.length * 2];
        int mask = larger.length - 1;
        for (int id = 0; id < size; id++) {
            int slot = hash(words[id]) & mask;
            while (larger[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            larger[slot] = id + 1;
        }
        slots = larger;
    }

    private static int hash(long word) {
        long mixed = word * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}
