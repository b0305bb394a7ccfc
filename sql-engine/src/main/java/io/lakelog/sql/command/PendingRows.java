package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.sql.exec.RowsInPlace;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A keyed table as the statements of one batch see it: the committed rows, under what the batch has changed so far. Not
 * thread-safe.
 */
final class PendingRows implements RowsInPlace {
    /** Up to here keys are asked for one by one; beyond, the rows between the least and the greatest are read. */
    private static final int KEYS_LISTED_MAX = 16;

    private final TableName table;
    private final RowType rowType;
    private final int[] keyColumns;
    private final ExecContext context;
    /** By key; a null row is one that is not there. */
    private final Map<Object, @Nullable Row> known = new HashMap<>();

    /** A row of a batch with all columns of the table. */
    record Row(Batch batch, int index) {}

    PendingRows(TableName table, TableSchema schema, ExecContext context) {
        this.table = table;
        this.rowType = schema.rowType();
        this.keyColumns =
                schema.primaryKeys().stream().mapToInt(rowType::indexOf).toArray();
        this.context = context;
    }

    /** Reads the committed rows of some keys at once; afterwards {@link #row} knows them, there or not. */
    void fetch(Collection<List<Object>> keys) {
        Map<Object, Boolean> wanted = new HashMap<>();
        for (List<Object> key : keys) {
            wanted.put(keyOf(key), true);
        }
        wanted.keySet().forEach(key -> known.put(key, null));
        int[] all = IntStream.range(0, rowType.size()).toArray();
        BatchBuilder kept = new BatchBuilder(rowType);
        List<Object> order = new ArrayList<>();
        try (BatchSource source = committed(all, hint(keys))) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                context.check();
                for (int i = 0; i < batch.size(); i++) {
                    Object key = keyOf(batch, i, keyColumns);
                    if (wanted.containsKey(key)) {
                        kept.append(batch, i, i + 1);
                        order.add(key);
                    }
                }
            }
        }
        Batch rows = kept.build();
        for (int i = 0; i < order.size(); i++) {
            known.put(order.get(i), new Row(rows, i));
        }
    }

    private Predicate hint(Collection<List<Object>> keys) {
        if (keys.size() > KEYS_LISTED_MAX) {
            return range(keys);
        }
        List<Predicate> any = new ArrayList<>();
        for (List<Object> key : keys) {
            List<Predicate> parts = new ArrayList<>();
            for (int i = 0; i < keyColumns.length; i++) {
                parts.add(new Predicate.Compare(keyColumns[i], Predicate.Operator.EQUAL, key.get(i)));
            }
            any.add(new Predicate.And(parts));
        }
        return new Predicate.Or(any);
    }

    /** Bounds on the first key column, where its values have an order in Java. */
    private Predicate range(Collection<List<Object>> keys) {
        Object least = null;
        Object greatest = null;
        for (List<Object> key : keys) {
            Object value = key.get(0);
            if (!(value instanceof Number) && !(value instanceof java.time.chrono.ChronoLocalDate)) {
                return new Predicate.And(List.of());
            }
            least = least == null || compare(value, least) < 0 ? value : least;
            greatest = greatest == null || compare(value, greatest) > 0 ? value : greatest;
        }
        if (least == null || greatest == null) {
            return new Predicate.And(List.of());
        }
        return new Predicate.And(List.of(
                new Predicate.Compare(keyColumns[0], Predicate.Operator.GREATER_OR_EQUAL, least),
                new Predicate.Compare(keyColumns[0], Predicate.Operator.LESS_OR_EQUAL, greatest)));
    }

    /** Both are of the one class that the column's type has. */
    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        return ((Comparable<Object>) a).compareTo(b);
    }

    /** The row of a key that was fetched or changed before, or null if there is none. */
    @Nullable
    Row row(List<Object> key) {
        return known.get(keyOf(key));
    }

    /** Takes over rows that the batch writes. */
    void put(Batch rows) {
        for (int i = 0; i < rows.size(); i++) {
            known.put(keyOf(rows, i, keyColumns), new Row(rows, i));
        }
    }

    /** Takes over rows that the batch deletes. */
    void remove(Batch rows) {
        for (int i = 0; i < rows.size(); i++) {
            known.put(keyOf(rows, i, keyColumns), null);
        }
    }

    @Override
    public BatchSource open(int[] columns, @Nullable Predicate filter) {
        if (known.isEmpty()) {
            return committed(columns, filter);
        }
        List<Integer> read = new ArrayList<>(IntStream.of(columns).boxed().toList());
        int[] keyPositions = new int[keyColumns.length];
        for (int i = 0; i < keyColumns.length; i++) {
            int position = read.indexOf(keyColumns[i]);
            keyPositions[i] = position < 0 ? read.size() : position;
            if (position < 0) {
                read.add(keyColumns[i]);
            }
        }
        int[] positions = read.stream().mapToInt(Integer::intValue).toArray();
        return new Merged(committed(positions, filter), columns, positions, keyPositions);
    }

    private BatchSource committed(int[] columns, @Nullable Predicate filter) {
        OptionalLong snapshot = context.snapshot(table);
        return snapshot.isEmpty()
                ? BatchSource.empty()
                : context.table(table).scan(new ScanRequest(columns, filter, snapshot));
    }

    /** The committed rows that the batch has not touched, then those it has. */
    private final class Merged implements BatchSource {
        private final BatchSource committed;
        private final int[] columns;
        private final int[] output;
        private final int[] keyPositions;
        private final BatchBuilder kept;
        private boolean done;

        Merged(BatchSource committed, int[] columns, int[] read, int[] keyPositions) {
            this.committed = committed;
            this.columns = columns;
            this.output = IntStream.range(0, columns.length).toArray();
            this.keyPositions = keyPositions;
            this.kept = new BatchBuilder(rowType.project(read));
        }

        @Override
        public @Nullable Batch next() {
            while (!done) {
                Batch batch = committed.next();
                if (batch == null) {
                    done = true;
                    return changed();
                }
                for (int i = 0; i < batch.size(); i++) {
                    if (!known.containsKey(keyOf(batch, i, keyPositions))) {
                        kept.append(batch, i, i + 1);
                    }
                }
                if (kept.size() > 0) {
                    return kept.build().project(output);
                }
            }
            return null;
        }

        private @Nullable Batch changed() {
            BatchBuilder builder = new BatchBuilder(rowType);
            for (Row row : known.values()) {
                if (row != null) {
                    builder.append(row.batch(), row.index(), row.index() + 1);
                }
            }
            return builder.size() == 0 ? null : builder.build().project(columns);
        }

        @Override
        public void close() {
            committed.close();
        }
    }

    private Object keyOf(Batch batch, int row, int[] positions) {
        if (positions.length == 1) {
            return comparable(value(batch, row, positions[0], 0));
        }
        List<Object> key = new ArrayList<>(positions.length);
        for (int i = 0; i < positions.length; i++) {
            key.add(comparable(value(batch, row, positions[i], i)));
        }
        return key;
    }

    private @Nullable Object value(Batch batch, int row, int position, int keyIndex) {
        DataType type = rowType.type(keyColumns[keyIndex]);
        return Values.get(batch.column(position), type, row);
    }

    private static Object keyOf(List<Object> values) {
        return values.size() == 1
                ? comparable(values.get(0))
                : values.stream().map(PendingRows::comparable).toList();
    }

    /** With equals by value; a key column is never NULL. */
    private static Object comparable(@Nullable Object value) {
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : java.util.Objects.requireNonNull(value);
    }
}
