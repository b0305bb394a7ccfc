package io.lakelog.sql.exec;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.Gather;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code t$binlog}: all changes that can be read, one row each: every column is an array of the value, of an update the old
 * one and the new one.
 *
 * @param changes row by row
 */
record Binlog(RowType rowType, TableChanges changes) implements Relation {
    static Binlog of(TableName table, RowType tableType) {
        AuditLog rows = AuditLog.of(table, tableType);
        List<DataType> types = new ArrayList<>();
        for (int i = 0; i < rows.rowType().size(); i++) {
            DataType type = rows.rowType().type(i);
            types.add(i == 0 ? type : DataType.array(type));
        }
        return new Binlog(RowType.of(rows.rowType().names(), types), rows.changes());
    }

    @Override
    public BatchSource open(ExecContext context, int[] columns, @Nullable Predicate hint) {
        // The kind says which rows belong together, wanted or not.
        int[] read = new int[columns.length + 1];
        for (int i = 0; i < columns.length; i++) {
            read[i + 1] = columns[i] == 0 ? 0 : columns[i] - 1 + ChangesRequest.METADATA_COLUMNS;
        }
        return new Pairs(
                changes.open(context, read, null), columns, changes.rowType().project(read));
    }

    @Override
    public String describe() {
        return "binlog of " + changes.table();
    }

    /** Puts each old image and the new one after it together. */
    private static final class Pairs implements BatchSource {
        private final BatchSource rows;
        private final int[] columns;
        private final RowType read;
        /** An old image at the end of a batch, whose new one is in the next. */
        private @Nullable Batch waiting;

        Pairs(BatchSource rows, int[] columns, RowType read) {
            this.rows = rows;
            this.columns = columns;
            this.read = read;
        }

        @Override
        public @Nullable Batch next() {
            while (true) {
                Batch batch = rows.next();
                boolean last = batch == null;
                Batch all = joined(waiting, batch);
                waiting = null;
                if (all == null) {
                    return null;
                }
                Batch pairs = pairs(all, last);
                if (pairs.size() > 0 || last) {
                    return pairs.size() > 0 ? pairs : null;
                }
            }
        }

        private @Nullable Batch joined(@Nullable Batch before, @Nullable Batch batch) {
            if (before == null || batch == null) {
                return before == null ? batch : before;
            }
            BatchBuilder builder = new BatchBuilder(read);
            builder.append(before, 0, before.size());
            builder.append(batch, 0, batch.size());
            return builder.build();
        }

        private Batch pairs(Batch all, boolean last) {
            int[] ends = new int[all.size()];
            int count = 0;
            int next = 0;
            while (next < all.size()) {
                boolean old = is(RowKind.UPDATE_BEFORE, all, next);
                if (old && next + 1 == all.size() && !last) {
                    break;
                }
                next += old && next + 1 < all.size() && is(RowKind.UPDATE_AFTER, all, next + 1) ? 2 : 1;
                ends[count++] = next;
            }
            if (next < all.size()) {
                waiting = rows(all, next, all.size());
            }
            Batch taken = next < all.size() ? rows(all, 0, next) : all;
            List<Column> output = new ArrayList<>(columns.length);
            for (int i = 0; i < columns.length; i++) {
                output.add(columns[i] == 0 ? kinds(taken, ends, count) : arrays(taken.column(i + 1), ends, count));
            }
            return new Batch(count, output);
        }

        private static boolean is(RowKind kind, Batch rows, int row) {
            Column.Bytes kinds = (Column.Bytes) rows.column(0);
            String text = kind.text();
            int at = kinds.offsets[row];
            return kinds.data[at] == text.charAt(0) && kinds.data[at + 1] == text.charAt(1);
        }

        private static Batch rows(Batch all, int from, int to) {
            int[] wanted = IntStream.range(from, to).toArray();
            return new Batch(
                    wanted.length,
                    all.columns().stream()
                            .map(column -> Gather.choose(column, column, wanted, wanted.length))
                            .toList());
        }

        private static Column kinds(Batch rows, int[] ends, int count) {
            int[] lastOfEach = Arrays.stream(ends, 0, count).map(end -> end - 1).toArray();
            return Gather.choose(rows.column(0), rows.column(0), lastOfEach, count);
        }

        private static Column arrays(Column values, int[] ends, int count) {
            int[] offsets = new int[count + 1];
            System.arraycopy(ends, 0, offsets, 1, count);
            return new Column.Lists(count, null, offsets, List.of(values));
        }

        @Override
        public void close() {
            rows.close();
        }
    }
}
