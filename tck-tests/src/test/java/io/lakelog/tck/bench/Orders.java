package io.lakelog.tck.bench;

import java.util.BitSet;

/**
 * Rows of {@code orders(order_id BIGINT, customer_id BIGINT, status STRING, amount DECIMAL(10,2), note STRING (40
 * bytes), updated_at TIMESTAMP(3))}, about 80 bytes each, from a fixed seed, a block at a time; and what the table must
 * hold afterwards. The arrays of a block are filled again by the next call.
 */
final class Orders {
    static final String[] STATUS = {"NEW", "PAID", "PACKED", "SHIPPED", "DELIVERED", "RETURNED"};
    private static final String[] WORDS = {"leave", "at", "front", "desk", "fragile", "gift", "wrap", "urgent"};
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final long FIRST_MILLIS = 1_704_067_200_000L;

    final long[] ids;
    final long[] customers;
    final String[] statuses;
    final long[] cents;
    final String[] notes;
    final long[] millis;

    private final long keys;
    private final boolean eachOnce;
    private final BitSet present;
    private final long[] sums;
    private long state = 42;
    private long step;
    private long total;

    /**
     * @param block rows in a block
     * @param keys ids are below this
     * @param eachOnce whether every id comes exactly once (a shuffled load) or at random (upserts)
     */
    Orders(int block, int keys, boolean eachOnce) {
        this.keys = keys;
        this.eachOnce = eachOnce;
        ids = new long[block];
        customers = new long[block];
        statuses = new String[block];
        cents = new long[block];
        notes = new String[block];
        millis = new long[block];
        // Where no row is replaced, adding up is enough.
        present = new BitSet();
        sums = new long[eachOnce ? 0 : keys];
    }

    /** Fills the block with the next rows. */
    void next() {
        for (int i = 0; i < ids.length; i++) {
            // 1,299,709 is prime: with each step another key, spread over all.
            long id = eachOnce ? (step * 1_299_709L + 12_345) % keys : Long.remainderUnsigned(random(), keys);
            ids[i] = id;
            customers[i] = Long.remainderUnsigned(random(), 200_000);
            statuses[i] = STATUS[(int) Long.remainderUnsigned(random(), STATUS.length)];
            cents[i] = 100 + Long.remainderUnsigned(random(), 1_000_000);
            notes[i] = note();
            millis[i] = FIRST_MILLIS + step++ * 37;
            long digest = digest(id, customers[i], cents[i], millis[i], statuses[i].length(), notes[i].length());
            if (eachOnce) {
                total += digest;
            } else {
                present.set((int) id);
                sums[(int) id] = digest;
            }
        }
    }

    /** What adding up {@link #digest} over all rows of the table must give. */
    long expectedDigest() {
        long sum = total;
        for (long digest : sums) {
            sum += digest;
        }
        return sum;
    }

    long expectedRows() {
        return eachOnce ? step : present.cardinality();
    }

    static long digest(long id, long customer, long cents, long millis, long statusLength, long noteLength) {
        long z = id * 0x9E3779B97F4A7C15L ^ customer;
        z = (z ^ (z >>> 32)) * 0xD6E8FEB86659FD93L + cents;
        z = (z ^ (z >>> 32)) * 0xD6E8FEB86659FD93L + millis;
        return (z ^ (z >>> 32)) + statusLength * 31 + noteLength;
    }

    private String note() {
        long bits = random();
        StringBuilder text = new StringBuilder(40);
        for (int i = 0; i < 4; i++) {
            text.append(WORDS[(int) (bits & 7)]).append(' ');
            bits >>>= 3;
        }
        while (text.length() < 40) {
            if (bits == 0) {
                bits = random();
            }
            text.append(LETTERS.charAt((int) (bits & 63)));
            bits >>>= 6;
        }
        return text.toString();
    }

    private long random() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
