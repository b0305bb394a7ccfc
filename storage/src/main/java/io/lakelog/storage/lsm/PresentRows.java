package io.lakelog.storage.lsm;

import io.lakelog.storage.index.DeletionVector;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a whole file but for those that a deletion vector names. Not thread-safe. */
final class PresentRows implements BatchSource {
    private final BatchSource all;
    private final DeletionVector deleted;
    private long position;

    PresentRows(BatchSource all, DeletionVector deleted) {
        this.all = all;
        this.deleted = deleted;
    }

    @Override
    public @Nullable Batch next() {
        for (Batch batch = all.next(); batch != null; batch = all.next()) {
            Batch present = present(batch);
            position += batch.size();
            if (present.size() > 0) {
                return present;
            }
        }
        return null;
    }

    /** Copies the ranges between deleted rows; a batch without any is handed on. */
    private Batch present(Batch batch) {
        List<int[]> ranges = new ArrayList<>();
        int size = 0;
        int from = 0;
        for (int row = 0; row <= batch.size(); row++) {
            if (row == batch.size() || deleted.contains(position + row)) {
                if (row > from) {
                    ranges.add(new int[] {from, row});
                    size += row - from;
                }
                from = row + 1;
            }
        }
        if (size == batch.size()) {
            return batch;
        }
        List<Column> columns = new ArrayList<>(batch.width());
        for (Column column : batch.columns()) {
            ColumnBuilder builder = ColumnBuilder.like(column);
            for (int[] range : ranges) {
                builder.append(column, range[0], range[1]);
            }
            columns.add(builder.build());
        }
        return new Batch(size, columns);
    }

    @Override
    public void close() {
        all.close();
    }
}
