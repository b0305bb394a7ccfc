package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.RowsInPlace;
import io.lakelog.sql.exec.ValueAppender;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE run for many sets of parameters into one write. Each set sees what the sets before it did. Where the
 * condition names a row by its key, the rows of all sets are read at once beforehand. Used once.
 */
final class ChangeBatch {
    private final ChangeRowsCommand command;
    private final TableWrite write;
    private final ExecContext context;
    private final RowType rowType;
    private final PendingRows pending;
    private final BatchBuilder output;

    ChangeBatch(ChangeRowsCommand command, TableWrite write, ExecContext context) {
        this.command = command;
        this.write = write;
        this.context = context;
        this.rowType = command.schema().rowType();
        this.pending = new PendingRows(command.table(), command.schema(), context);
        this.output = new BatchBuilder(rowType);
    }

    /** @return how many rows each set matched */
    long[] run(List<List<@Nullable Object>> parameterSets) {
        long[] counts = runAll(parameterSets);
        flush();
        return counts;
    }

    private long[] runAll(List<List<@Nullable Object>> parameterSets) {
        long[] counts = new long[parameterSets.size()];
        KeyAccess byKey = command.byKey();
        if (byKey == null) {
            context.replace(command.table(), pending);
            for (int i = 0; i < counts.length; i++) {
                counts[i] = runOne(context.withParameters(parameterSets.get(i)));
            }
            return counts;
        }
        List<@Nullable List<Object>> keys = keys(byKey, parameterSets);
        pending.fetch(keys.stream().filter(java.util.Objects::nonNull).toList());
        for (int i = 0; i < counts.length; i++) {
            List<Object> key = keys.get(i);
            PendingRows.Row row = key == null ? null : pending.row(key);
            if (row != null) {
                change(row, byKey, parameterSets.get(i));
                counts[i] = 1;
            }
        }
        return counts;
    }

    /** The key of each set; null where a part of it is NULL, which equals nothing. */
    private static List<@Nullable List<Object>> keys(KeyAccess byKey, List<List<@Nullable Object>> parameterSets) {
        List<@Nullable List<Object>> keys = new ArrayList<>(parameterSets.size());
        for (List<@Nullable Object> parameters : parameterSets) {
            List<Object> key = new ArrayList<>(byKey.keys().size());
            for (ValueCell cell : byKey.keys()) {
                Object value = KeyAccess.value(cell, parameters);
                if (value != null) {
                    key.add(value);
                }
            }
            keys.add(key.size() == byKey.keys().size() ? key : null);
        }
        return keys;
    }

    private void change(PendingRows.Row row, KeyAccess byKey, List<@Nullable Object> parameters) {
        if (command.isDelete()) {
            take(copy(row));
        } else if (byKey.values() != null) {
            take(withValues(row, byKey.values(), parameters));
        } else {
            Batch one = copy(row);
            RowsInPlace place = (columns, filter) -> BatchSource.of(List.of(one.project(columns)));
            context.replace(command.table(), place);
            runOne(context.withParameters(parameters));
        }
    }

    private Batch copy(PendingRows.Row row) {
        BatchBuilder builder = new BatchBuilder(rowType);
        builder.append(row.batch(), row.index(), row.index() + 1);
        return builder.build();
    }

    private Batch withValues(PendingRows.Row row, List<ValueCell> values, List<@Nullable Object> parameters) {
        BatchBuilder builder = new BatchBuilder(rowType);
        for (int i = 0; i < rowType.size(); i++) {
            int change = changeOf(i);
            if (change < 0) {
                builder.column(i).append(row.batch().column(i), row.index(), row.index() + 1);
            } else {
                new ValueAppender(
                                rowType.field(i).name(),
                                rowType.type(i),
                                builder.column(i),
                                context.session().zone())
                        .append(KeyAccess.value(values.get(change), parameters));
            }
        }
        return builder.build();
    }

    private int changeOf(int column) {
        for (int i = 0; i < command.changes().size(); i++) {
            if (command.changes().get(i).column() == column) {
                return i;
            }
        }
        return -1;
    }

    /** Runs the query, on what {@link ExecContext#replace} says, and takes its rows. */
    private long runOne(ExecContext one) {
        long count = 0;
        List<Batch> changed = new ArrayList<>();
        try (BatchSource source = command.query().open(one)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                changed.add(command.changed(batch, one));
                count += batch.size();
            }
        }
        changed.forEach(this::take);
        return count;
    }

    private void take(Batch rows) {
        context.check();
        if (command.isDelete()) {
            pending.remove(rows);
        } else {
            pending.put(rows);
        }
        output.append(rows, 0, rows.size());
        if (output.size() >= Batch.TARGET_ROWS) {
            flush();
        }
    }

    private void flush() {
        if (output.size() > 0) {
            write.write(output.build(), command.rowKind());
        }
    }
}
