package io.lakelog.sql.exec;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Skips rows, then lets a number of them through. */
public final class Limit implements BatchSource {
    private final BatchSource source;
    private long toSkip;
    private long toYield;

    /** @param fetch rows to yield; {@link Long#MAX_VALUE} for all */
    public Limit(BatchSource source, long offset, long fetch) {
        this.source = source;
        this.toSkip = offset;
        this.toYield = fetch;
    }

    @Override
    public @Nullable Batch next() {
        while (toYield > 0) {
            Batch batch = source.next();
            if (batch == null) {
                return null;
            }
            if (toSkip >= batch.size()) {
                toSkip -= batch.size();
                continue;
            }
            int from = (int) toSkip;
            int to = (int) Math.min(batch.size(), from + Math.min(toYield, batch.size()));
            toSkip = 0;
            toYield -= to - from;
            return from == 0 && to == batch.size() ? batch : slice(batch, from, to);
        }
        return null;
    }

    static Batch slice(Batch batch, int from, int to) {
        List<Column> columns = new ArrayList<>(batch.width());
        for (Column column : batch.columns()) {
            ColumnBuilder builder = ColumnBuilder.like(column);
            builder.append(column, from, to);
            columns.add(builder.build());
        }
        return new Batch(to - from, columns);
    }

    @Override
    public void close() {
        source.close();
    }
}
