package io.lakelog.storage.write;

import io.lakelog.storage.changelog.SortedVersions;
import io.lakelog.storage.lsm.KeyValues;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.schema.TableShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All versions of a bucket's keys in key order, in pieces of bounded size, no key in two pieces. Rows in memory are sorted
 * by reference; spilled ones are merged. Not thread-safe.
 */
final class VersionChunks implements AutoCloseable {
    /** So many keys are resolved at once: their old rows are in memory together. */
    private static final int KEYS_MAX = 65_536;

    private final TableShape shape;
    private final @Nullable SortedVersions inMemory;
    private final @Nullable BatchSource merged;
    private final BatchBuilder builder;
    private int nextGroup;
    private boolean atEnd;

    private VersionChunks(TableShape shape, @Nullable SortedVersions inMemory, @Nullable BatchSource merged) {
        this.shape = shape;
        this.inMemory = inMemory;
        this.merged = merged;
        this.builder = new BatchBuilder(KeyValues.types(shape.rowType(), shape.allPositions()));
    }

    static VersionChunks of(Batch versions, TableShape shape) {
        return new VersionChunks(shape, SortedVersions.sort(versions, shape), null);
    }

    /** @param sorted may be lent; closed with this */
    static VersionChunks of(BatchSource sorted, TableShape shape) {
        return new VersionChunks(shape, null, sorted);
    }

    /** The next piece, or null at the end. */
    @Nullable
    SortedVersions next() {
        return inMemory != null ? nextInMemory(inMemory) : merged != null ? nextMerged(merged) : null;
    }

    private @Nullable SortedVersions nextInMemory(SortedVersions all) {
        if (nextGroup == all.groups()) {
            return null;
        }
        int from = nextGroup;
        nextGroup = Math.min(all.groups(), from + KEYS_MAX);
        return all.part(from, nextGroup);
    }

    private @Nullable SortedVersions nextMerged(BatchSource source) {
        // A key with more versions than a piece should have is taken whole: the piece grows until it holds another.
        for (long target = KEYS_MAX; ; target *= 2) {
            fill(source, target);
            if (builder.size() == 0) {
                return null;
            }
            Batch piece = builder.build();
            SortedVersions sorted = SortedVersions.ofSorted(piece, shape);
            if (atEnd) {
                return sorted;
            }
            // The last key may go on in the next batch.
            int lastGroup = sorted.groups() - 1;
            builder.append(piece, sorted.starts()[lastGroup], piece.size());
            if (lastGroup > 0) {
                return sorted.part(0, lastGroup);
            }
        }
    }

    private void fill(BatchSource source, long target) {
        while (!atEnd && builder.size() < target) {
            Batch batch = source.next();
            if (batch == null) {
                atEnd = true;
            } else {
                builder.append(batch, 0, batch.size());
            }
        }
    }

    /** Versions numbered on from {@code firstSequence} instead of from 0. */
    static Batch renumber(Batch versions, long firstSequence) {
        if (firstSequence == 0 || versions.size() == 0) {
            return versions;
        }
        long[] numbers = KeyValues.sequences(versions);
        long[] sequences = new long[versions.size()];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = numbers[i] + firstSequence;
        }
        List<Column> columns = new ArrayList<>(versions.columns());
        columns.set(KeyValues.SEQUENCE, new Column.Longs(versions.size(), null, sequences));
        return new Batch(versions.size(), columns);
    }

    @Override
    public void close() {
        if (merged != null) {
            merged.close();
        }
    }
}
