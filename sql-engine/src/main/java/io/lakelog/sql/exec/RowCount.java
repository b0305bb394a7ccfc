package io.lakelog.sql.exec;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row: how many rows the source has. */
public final class RowCount implements BatchSource {
    private final BatchSource source;
    private boolean done;

    public RowCount(BatchSource source) {
        this.source = source;
    }

    @Override
    public @Nullable Batch next() {
        if (done) {
            return null;
        }
        done = true;
        long count = 0;
        for (Batch batch = source.next(); batch != null; batch = source.next()) {
            count += batch.size();
        }
        return new Batch(1, List.of(new Column.Longs(1, null, new long[] {count})));
    }

    @Override
    public void close() {
        source.close();
    }
}
