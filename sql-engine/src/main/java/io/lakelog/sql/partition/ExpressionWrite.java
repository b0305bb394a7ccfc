package io.lakelog.sql.partition;

import io.lakelog.storage.KeyRequest;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** A write whose rows get their partition on the way. Used by one thread at a time. */
final class ExpressionWrite implements TableWrite {
    private final TableWrite write;
    private final ExpressionTable table;

    ExpressionWrite(TableWrite write, ExpressionTable table) {
        this.write = write;
        this.table = table;
    }

    /** The write that storage knows. */
    static TableWrite stored(TableWrite write) {
        return write instanceof ExpressionWrite wrapped ? wrapped.write : write;
    }

    @Override
    public void write(Batch rows, RowKind kind) {
        if (!table.isDerived()) {
            write.write(rows, kind);
            return;
        }
        PartitionExpression expression = table.expression();
        List<Column> columns = new ArrayList<>(rows.columns());
        columns.add(expression.texts(rows.column(expression.source())));
        write.write(new Batch(rows.size(), columns), kind);
    }

    @Override
    public void remove(long[] rowIds) {
        write.remove(rowIds);
    }

    @Override
    public View view() {
        return new NarrowedView(write.view(), table);
    }

    private record NarrowedView(View view, ExpressionTable table) implements View {
        @Override
        public BatchSource scan(ScanRequest request) {
            return view.scan(table.narrowed(request));
        }

        @Override
        public BatchSource find(KeyRequest request) {
            return view.find(table.onDisk(request));
        }
    }

    @Override
    public boolean deletesByKey() {
        return write.deletesByKey();
    }

    @Override
    public void delete(Batch keys) {
        write.delete(table.onDisk(keys));
    }

    @Override
    public Mark mark() {
        return write.mark();
    }

    @Override
    public void rollbackTo(Mark mark) {
        write.rollbackTo(mark);
    }

    @Override
    public void dependOn(long snapshotId, Premise premise) {
        write.dependOn(snapshotId, premise);
    }

    @Override
    public OptionalLong commit() {
        return write.commit();
    }

    @Override
    public void close() {
        write.close();
    }
}
