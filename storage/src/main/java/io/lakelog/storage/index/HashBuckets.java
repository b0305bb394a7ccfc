package io.lakelog.storage.index;

import java.util.Arrays;

/** Which bucket each key hash of one partition lives in: a hash table of plain arrays. Not thread-safe. */
final class HashBuckets {
    private static final short FREE = -1;

    private int[] hashes = new int[64];
    private short[] buckets = freed(64);
    private int size;

    private static short[] freed(int length) {
        short[] slots = new short[length];
        Arrays.fill(slots, FREE);
        return slots;
    }

    /** The bucket of a hash, or -1. */
    int bucketOf(int hash) {
        return buckets[slot(hash)];
    }

    void put(int hash, int bucket) {
        int slot = slot(hash);
        if (buckets[slot] == FREE && ++size * 2 > hashes.length) {
            grow();
            slot = slot(hash);
        }
        hashes[slot] = hash;
        buckets[slot] = (short) bucket;
    }

    /** All hashes of a bucket, in no order. */
    int[] hashesOf(int bucket) {
        int[] found = new int[size];
        int count = 0;
        for (int i = 0; i < hashes.length; i++) {
            if (buckets[i] == bucket) {
                found[count++] = hashes[i];
            }
        }
        return Arrays.copyOf(found, count);
    }

    private int slot(int hash) {
        int mask = hashes.length - 1;
        int slot = (hash * 0x9e3779b9) >>> 7 & mask;
        while (buckets[slot] != FREE && hashes[slot] != hash) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int[] oldHashes = hashes;
        short[] oldBuckets = buckets;
        hashes = new int[oldHashes.length * 2];
        buckets = freed(hashes.length);
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldBuckets[i] != FREE) {
                int slot = slot(oldHashes[i]);
                hashes[slot] = oldHashes[i];
                buckets[slot] = oldBuckets[i];
            }
        }
    }
}
