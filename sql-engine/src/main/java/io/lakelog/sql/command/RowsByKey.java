package io.lakelog.sql.command;

import io.lakelog.sql.exec.ExecContext;
import io.lakelog.storage.TableName;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.RowType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a keyed table, found by their keys: what is committed, read for many keys at once, under what a batch has changed
 * so far. Not thread-safe.
 */
final class RowsByKey {
    /** Up to here keys are asked for one by one; beyond, the rows between the least and the greatest are read. */
    private static final int KEYS_LISTED_MAX = 16;

    private final TableName table;
    private final RowType rowType;
    private final int[] columns;
    private final int[] keyPositions;
    /** Where the columns of the key lie among those read. */
    private final int[] keyColumns;

    private final ExecContext context;
    /** By key; a null row is one that is not there. */
    private final Map<Object, @Nullable Row> known = new HashMap<>();

    /** A row of a batch with the columns that are read. */
    record Row(Batch batch, int index) {}

    /** @param columns which columns to read; null for those of the key alone */
    RowsByKey(TableName table, TableSchema schema, ExecContext context, int @Nullable [] columns) {
        this.table = table;
        this.rowType = schema.rowType();
        this.keyPositions =
                schema.primaryKeys().stream().mapToInt(rowType::indexOf).toArray();
        this.columns = columns == null ? keyPositions : columns;
        this.keyColumns =
                columns == null ? IntStream.range(0, keyPositions.length).toArray() : keyPositions;
        this.context = context;
    }

    /** Reads the rows of some keys at once; afterwards {@link #row} knows them, there or not. */
    void fetch(Collection<List<Object>> keys) {
        Set<Object> wanted = new HashSet<>();
        BatchBuilder asked = new BatchBuilder(rowType.project(keyPositions));
        for (List<Object> key : keys) {
            if (wanted.add(keyOf(key))) {
                for (int i = 0; i < keyPositions.length; i++) {
                    Values.append(asked.column(i), rowType.type(keyPositions[i]), key.get(i));
                }
            }
        }
        wanted.forEach(key -> known.put(key, null));
        BatchBuilder kept = new BatchBuilder(rowType.project(columns));
        List<Object> order = new ArrayList<>();
        try (BatchSource source = context.find(table, asked.build(), columns, hint(keys))) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                context.check();
                for (int i = 0; i < batch.size(); i++) {
                    Object key = keyOf(batch, i);
                    if (wanted.contains(key)) {
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
                parts.add(new Predicate.Compare(keyPositions[i], Predicate.Operator.EQUAL, key.get(i)));
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
                new Predicate.Compare(keyPositions[0], Predicate.Operator.GREATER_OR_EQUAL, least),
                new Predicate.Compare(keyPositions[0], Predicate.Operator.LESS_OR_EQUAL, greatest)));
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
            known.put(keyOf(rows, i), new Row(rows, i));
        }
    }

    /** Takes over that the batch deletes a row. */
    void remove(List<Object> key) {
        known.put(keyOf(key), null);
    }

    private Object keyOf(Batch batch, int row) {
        List<Object> key = new ArrayList<>(keyColumns.length);
        for (int i = 0; i < keyColumns.length; i++) {
            key.add(java.util.Objects.requireNonNull(
                    Values.get(batch.column(keyColumns[i]), rowType.type(keyPositions[i]), row)));
        }
        return keyOf(key);
    }

    private static Object keyOf(List<Object> values) {
        return values.size() == 1
                ? comparable(values.get(0))
                : values.stream().map(RowsByKey::comparable).toList();
    }

    /** With equals by value. */
    private static Object comparable(Object value) {
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }
}
