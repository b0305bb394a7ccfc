package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.Scan;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** The rows of a scan, one after the other, as Calcite's generated code takes them. */
final class ScannedRows extends AbstractEnumerable<Object> {
    private final Scan scan;
    private final RowReader reader;
    private final ExecContext context;

    ScannedRows(Scan scan, RowReader reader, ExecContext context) {
        this.scan = scan;
        this.reader = reader;
        this.context = context;
    }

    @Override
    public Enumerator<Object> enumerator() {
        return new Rows(scan, reader, context);
    }

    private static final class Rows implements Enumerator<Object> {
        private final Scan scan;
        private final RowReader reader;
        private final ExecContext context;
        private final AtomicBoolean cancelled;
        private BatchSource source;
        private @Nullable Batch batch;
        private int row;

        Rows(Scan scan, RowReader reader, ExecContext context) {
            this.scan = scan;
            this.reader = reader;
            this.context = context;
            this.cancelled = context.cancelFlag();
            this.source = scan.open(context);
        }

        @Override
        public @Nullable Object current() {
            if (batch == null) {
                throw new java.util.NoSuchElementException();
            }
            return reader.row(batch, row);
        }

        @Override
        public boolean moveNext() {
            // A join asks for the next row after it has walked through all of its other side: look at each row.
            if (cancelled.get() || (row & 63) == 63) {
                context.check();
            }
            if (batch != null && row + 1 < batch.size()) {
                row++;
                return true;
            }
            batch = source.next();
            row = 0;
            return batch != null;
        }

        @Override
        public void reset() {
            source.close();
            source = scan.open(context);
            batch = null;
            row = 0;
        }

        @Override
        public void close() {
            source.close();
        }
    }
}
