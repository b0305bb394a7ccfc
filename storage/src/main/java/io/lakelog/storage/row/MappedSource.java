package io.lakelog.storage.row;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A source whose batches are mapped one by one to others of the same size. Not thread-safe. */
public record MappedSource(BatchSource source, UnaryOperator<Batch> mapping) implements BatchSource {
    @Override
    public @Nullable Batch next() {
        Batch batch = source.next();
        return batch == null ? null : mapping.apply(batch);
    }

    @Override
    public void close() {
        source.close();
    }
}
