package io.lakelog.storage.row;

import org.jspecify.annotations.Nullable;

/**
 * Batches, one after the other. Used by one thread at a time; closing releases files and may be repeated. A batch may be
 * kept, unless the source says that it lends: then the next one may lie in the same arrays.
 */
public interface BatchSource extends AutoCloseable {
    /** The next batch, never empty, or null at the end. */
    @Nullable
    Batch next();

    @Override
    void close();

    /** A source without rows. */
    static BatchSource empty() {
        return of(java.util.List.of());
    }

    /** A source over batches in memory; empty ones are skipped. */
    static BatchSource of(java.util.List<Batch> batches) {
        return new BatchSource() {
            private int position;

            @Override
            public @Nullable Batch next() {
                while (position < batches.size()) {
                    Batch batch = batches.get(position++);
                    if (batch.size() > 0) {
                        return batch;
                    }
                }
                return null;
            }

            @Override
            public void close() {}
        };
    }
}
