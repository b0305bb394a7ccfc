package io.lakelog.storage.format;

import java.util.Arrays;

/** Distinct byte strings in order of appearance: open addressing, linear probing, no object for a value. Not thread-safe. */
final class BytesDictionary {
    private int[] slots = new int[256];
    private int[] hashes = new int[128];
    /** The first and the last eight bytes of each value: all there is to compare where it has no more than both. */
    private long[] starts = new long[128];

    private long[] ends = new long[128];
    private int[] offsets = new int[129];
    private byte[] data = new byte[2048];
    private int size;

    /** The id of the bytes {@code from} to {@code to}, the next free one if they are new. */
    int idOf(byte[] source, int from, int to) {
        long start = LittleEndianBuffer.word(source, from, to);
        long end = LittleEndianBuffer.word(source, Math.max(from, to - Long.BYTES), to);
        int hash = hash(source, from, to, start, end);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (true) {
            int id = slots[slot] - 1;
            if (id < 0) {
                reserve();
                starts[size] = start;
                ends[size] = end;
                return add(source, from, to, hash, slot);
            }
            if (starts[id] == start
                    && ends[id] == end
                    && offsets[id + 1] - offsets[id] == to - from
                    && (to - from <= 2 * Long.BYTES
                            || Arrays.equals(data, offsets[id], offsets[id + 1], source, from, to))) {
                return id;
            }
            slot = (slot + 1) & mask;
        }
    }

    int size() {
        return size;
    }

    int bytes() {
        return offsets[size];
    }

    /** The values one after the other; value {@code id} lies between {@code offset(id)} and {@code offset(id + 1)}. */
    byte[] data() {
        return data;
    }

    int offset(int id) {
        return offsets[id];
    }

    /** Forgets all but the first {@code count}; nothing may be looked up any more before {@link #clear()}. */
    void keep(int count) {
        size = count;
    }

    void clear() {
        Arrays.fill(slots, 0);
        size = 0;
    }

    private void reserve() {
        if (size == hashes.length) {
            hashes = Arrays.copyOf(hashes, size * 2);
            starts = Arrays.copyOf(starts, size * 2);
            ends = Arrays.copyOf(ends, size * 2);
            offsets = Arrays.copyOf(offsets, size * 2 + 1);
        }
    }

    private int add(byte[] source, int from, int to, int hash, int slot) {
        int end = offsets[size] + to - from;
        if (end > data.length) {
            data = Arrays.copyOf(data, Math.max(end, data.length * 2));
        }
        System.arraycopy(source, from, data, offsets[size], to - from);
        hashes[size++] = hash;
        offsets[size] = end;
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
            int slot = hashes[id] & mask;
            while (larger[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            larger[slot] = id + 1;
        }
        slots = larger;
    }

    private static int hash(byte[] source, int from, int to, long start, long end) {
        long hash = mixed(mixed(to - from, start), end);
        for (int at = from + Long.BYTES; at < to - Long.BYTES; at += Long.BYTES) {
            hash = mixed(hash, (long) LittleEndianBuffer.LONG.get(source, at));
        }
        return (int) (hash >>> 32);
    }

    private static long mixed(long hash, long word) {
        long mixed = (hash ^ word) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 29;
    }
}
