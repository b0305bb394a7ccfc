package io.lakelog.storage.row;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Several sources, one after the other; each is opened when the one before is at its end. Not thread-safe. */
public final class Concatenation implements BatchSource {
    private final List<Supplier<BatchSource>> parts;
    private int nextPart;
    private @Nullable BatchSource open;

    public Concatenation(List<Supplier<BatchSource>> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public @Nullable Batch next() {
        while (true) {
            if (open == null) {
                if (nextPart == parts.size()) {
                    return null;
                }
                open = parts.get(nextPart++).get();
            }
            Batch batch = open.next();
            if (batch != null) {
                return batch;
            }
            open.close();
            open = null;
        }
    }

    @Override
    public void close() {
        nextPart = parts.size();
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
