package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.ValueAppender;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
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
    /** Whether rows are deleted by their keys alone. */
    private final boolean keysAlone;

    private final BatchBuilder output;

    ChangeBatch(ChangeRowsCommand command, TableWrite write, ExecContext context) {
        this.command = command;
        this.write = write;
        this.context = context;
        this.rowType = command.schema().rowType();
        this.keysAlone = command.isDelete() && command.byKey() != null && write.deletesByKey();
        this.output = new BatchBuilder(keysAlone ? keyType(command.schema()) : rowType);
    }

    private static RowType keyType(TableSchema schema) {
        RowType rowType = schema.rowType();
        return rowType.project(
                schema.primaryKeys().stream().mapToInt(rowType::indexOf).toArray());
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
            context.replace(command.table(), (columns, filter) -> {
                context.noteRead(command.table(), filter);
                OptionalLong snapshot =
                        OptionalLong.of(context.snapshot(command.table()).orElse(0));
                return write.scan(new ScanRequest(columns, filter, snapshot));
            });
            for (int i = 0; i < counts.length; i++) {
                flush();
                counts[i] = runOne(context.withParameters(parameterSets.get(i)));
            }
            return counts;
        }
        List<@Nullable List<Object>> keys = keys(byKey, parameterSets);
        int[] columns = keysAlone ? null : IntStream.range(0, rowType.size()).toArray();
        RowsByKey rows = new RowsByKey(command.table(), command.schema(), context, columns);
        rows.fetch(keys.stream().filter(java.util.Objects::nonNull).toList());
        for (int i = 0; i < counts.length; i++) {
            List<Object> key = keys.get(i);
            RowsByKey.Row row = key == null ? null : rows.row(key);
            if (key != null && row != null) {
                if (command.isDelete()) {
                    rows.remove(key);
                    take(row.batch(), row.index(), row.index() + 1);
                } else {
                    change(row, byKey, parameterSets.get(i), rows);
                }
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

    private void change(RowsByKey.Row row, KeyAccess byKey, List<@Nullable Object> parameters, RowsByKey rows) {
        if (byKey.values() != null) {
            Batch changed = withValues(row, byKey.values(), parameters);
            rows.put(changed);
            take(changed);
        } else {
            Batch one = copy(row);
            context.replace(command.table(), (columns, filter) -> BatchSource.of(List.of(one.project(columns))));
            query(context.withParameters(parameters)).forEach(changed -> {
                rows.put(changed);
                take(changed);
            });
        }
    }

    private Batch copy(RowsByKey.Row row) {
        BatchBuilder builder = new BatchBuilder(rowType);
        builder.append(row.batch(), row.index(), row.index() + 1);
        return builder.build();
    }

    private Batch withValues(RowsByKey.Row row, List<ValueCell> values, List<@Nullable Object> parameters) {
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

    private long runOne(ExecContext one) {
        long count = 0;
        for (Batch rows : query(one)) {
            take(rows);
            count += rows.size();
        }
        return count;
    }

    /** The changed rows of the query, run on what {@link ExecContext#replace} says. */
    private List<Batch> query(ExecContext one) {
        List<Batch> changed = new ArrayList<>();
        try (BatchSource source = command.query().open(one)) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                changed.add(command.changed(batch, one));
            }
        }
        return changed;
    }

    private void take(Batch rows) {
        take(rows, 0, rows.size());
    }

    private void take(Batch rows, int from, int to) {
        context.check();
        output.append(rows, from, to);
        if (output.size() >= Batch.TARGET_ROWS) {
            flush();
        }
    }

    private void flush() {
        if (output.size() > 0) {
            Batch rows = output.build();
            if (keysAlone) {
                write.delete(rows);
            } else {
                command.checkMerged(rows);
                write.write(rows, command.rowKind());
            }
        }
    }
}
