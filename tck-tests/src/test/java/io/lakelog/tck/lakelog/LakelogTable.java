package io.lakelog.tck.lakelog;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchBuilder;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.RowText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table as storage's scans and changes deliver it. Reading changes also checks their metadata columns: snapshots in
 * order, change numbers without a gap from 0, commit times as the snapshots say, each {@code -U} followed by its
 * {@code +U}.
 */
public final class LakelogTable {
    private final Table table;

    public LakelogTable(Table table) {
        this.table = table;
    }

    public Table table() {
        return table;
    }

    public List<String> columns() {
        return table.schema().rowType().names();
    }

    public List<Long> snapshotIds() {
        return table.snapshots().stream().map(SnapshotInfo::snapshotId).toList();
    }

    /** The rows of the newest state as sorted text. */
    public List<String> rows() {
        return scan(null);
    }

    /** The rows of one snapshot as sorted text, in the columns of that time. */
    public List<String> rowsAt(long snapshotId) {
        Table then = table.asOf(snapshotId);
        return scanValues(then, OptionalLong.of(snapshotId), null).stream()
                .map(RowText::of)
                .sorted()
                .toList();
    }

    /** The rows of one snapshot as sorted text, in today's columns. */
    public List<String> rowsInNewestColumnsAt(long snapshotId) {
        return scanValues(table, OptionalLong.of(snapshotId), null).stream()
                .map(RowText::of)
                .sorted()
                .toList();
    }

    /**
     * Texts of rows that a full scan returns but a scan with a filter that they meet does not: each value of the first
     * {@code limit} rows compared with itself, and the whole key.
     */
    public List<String> rowsLostByFilter(int limit) {
        List<String> lost = new ArrayList<>();
        List<List<@Nullable Object>> rows = scanValues(table, OptionalLong.empty(), null);
        for (List<@Nullable Object> row : rows.subList(0, Math.min(limit, rows.size()))) {
            for (Predicate filter : filtersMetBy(row)) {
                if (scan(filter).stream().noneMatch(RowText.of(row)::equals)) {
                    lost.add(RowText.of(row) + " by " + filter);
                }
            }
        }
        return lost;
    }

    private List<Predicate> filtersMetBy(List<@Nullable Object> row) {
        List<Predicate> filters = new ArrayList<>();
        List<Predicate> key = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            Object value = row.get(i);
            if (value == null) {
                filters.add(new Predicate.IsNull(i));
                continue;
            }
            if (value instanceof List || value instanceof Map) {
                continue;
            }
            Predicate equal = new Predicate.Compare(i, Predicate.Operator.EQUAL, value);
            filters.add(equal);
            filters.add(new Predicate.Compare(i, Predicate.Operator.LESS_OR_EQUAL, value));
            filters.add(new Predicate.Compare(i, Predicate.Operator.GREATER_OR_EQUAL, value));
            if (table.schema()
                    .primaryKeys()
                    .contains(table.schema().rowType().field(i).name())) {
                key.add(equal);
            }
        }
        filters.add(new Predicate.And(key));
        return filters;
    }

    /** All changes from a snapshot on, in order. */
    public List<Change> changesFrom(long from) {
        return changes(from, OptionalLong.empty());
    }

    /** The changes of a range of snapshots, both inclusive, in order. */
    public List<Change> changes(long from, OptionalLong to) {
        List<Change> changes = read(from, to);
        checkPairs(changes);
        return changes;
    }

    /** All changes from a snapshot on where the writer, not the table, says which belong together. */
    public List<Change> changesAsGiven(long from) {
        return read(from, OptionalLong.empty());
    }

    private List<Change> read(long from, OptionalLong to) {
        RowType type = table.schema().rowType();
        int[] columns = all(type);
        // The columns that identify a row over all partitions, where the key on disk names more.
        String spanning = table.schema().options().get("lakelog.primary-key");
        List<String> names = spanning == null ? table.schema().primaryKeys() : List.of(spanning.split(","));
        List<Integer> keys = names.stream().map(type::indexOf).toList();
        ChangeNumbers numbers = new ChangeNumbers(table.snapshots());
        List<Change> changes = new ArrayList<>();
        forEach(table.changes(new ChangesRequest(columns, from, to)), (batch, row) -> {
            Column.Ints kinds = (Column.Ints) batch.column(0);
            long snapshotId = longAt(batch, 1, row);
            numbers.check(snapshotId, longAt(batch, 2, row), longAt(batch, 3, row));
            List<@Nullable Object> values = values(batch, ChangesRequest.METADATA_COLUMNS, type, row);
            List<@Nullable Object> key = new ArrayList<>();
            keys.forEach(position -> key.add(values.get(position)));
            changes.add(
                    new Change(snapshotId, RowKind.of(kinds.values[row]).text(), RowText.of(key), RowText.of(values)));
        });
        return changes;
    }

    /**
     * Writes rows in order and commits them as one snapshot.
     *
     * @return its id, or empty if there were no rows
     */
    public OptionalLong commit(List<RowToWrite> rows) {
        try (TableWrite write = table.newWrite(OptionalLong.empty())) {
            RowType type = table.schema().rowType();
            BatchBuilder builder = new BatchBuilder(type);
            for (int i = 0; i < rows.size(); i++) {
                RowToWrite row = rows.get(i);
                for (int c = 0; c < type.size(); c++) {
                    Values.append(builder.column(c), type.type(c), row.values().get(c));
                }
                boolean last = i + 1 == rows.size() || rows.get(i + 1).kind() != row.kind();
                if (last || builder.size() == Batch.TARGET_ROWS) {
                    write.write(builder.build(), row.kind());
                }
            }
            return write.commit();
        }
    }

    /** A row on its way into the table. */
    public record RowToWrite(RowKind kind, List<@Nullable Object> values) {}

    /** Names of columns whose values, read without the other columns, are not those of whole rows; "*" for the number of rows. */
    public List<String> columnsReadOtherwiseAlone() {
        List<List<@Nullable Object>> rows = scanValues(table, OptionalLong.empty(), null);
        RowType type = table.schema().rowType();
        List<String> different = new ArrayList<>();
        int[] count = {0};
        forEach(table.scan(new ScanRequest(new int[0], null, OptionalLong.empty())), (batch, row) -> count[0]++);
        if (count[0] != rows.size()) {
            different.add("*");
        }
        for (int column = 0; column < type.size(); column++) {
            int place = column;
            RowType alone = type.project(new int[] {column});
            List<String> values = new ArrayList<>();
            forEach(
                    table.scan(new ScanRequest(new int[] {column}, null, OptionalLong.empty())),
                    (batch, row) -> values.add(RowText.of(values(batch, 0, alone, row))));
            values.sort(null);
            List<String> expected = rows.stream()
                    .map(row -> RowText.of(row.subList(place, place + 1)))
                    .sorted()
                    .toList();
            if (!values.equals(expected)) {
                different.add(type.field(column).name());
            }
        }
        return different;
    }

    private List<String> scan(@Nullable Predicate filter) {
        return scanValues(table, OptionalLong.empty(), filter).stream()
                .map(RowText::of)
                .sorted()
                .toList();
    }

    private static List<List<@Nullable Object>> scanValues(
            Table table, OptionalLong snapshotId, @Nullable Predicate filter) {
        RowType type = table.schema().rowType();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        forEach(
                table.scan(new ScanRequest(all(type), filter, snapshotId)),
                (batch, row) -> rows.add(values(batch, 0, type, row)));
        return rows;
    }

    private static void forEach(BatchSource source, BiConsumer<Batch, Integer> consumer) {
        try (source) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                if (batch.size() == 0) {
                    throw new AssertionError("a source gave an empty batch");
                }
                for (int row = 0; row < batch.size(); row++) {
                    consumer.accept(batch, row);
                }
            }
        }
    }

    private static List<@Nullable Object> values(Batch batch, int from, RowType type, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < type.size(); i++) {
            values.add(Values.get(batch.column(from + i), type.type(i), row));
        }
        return values;
    }

    private static long longAt(Batch batch, int column, int row) {
        return ((Column.Longs) batch.column(column)).values[row];
    }

    private static int[] all(RowType type) {
        return IntStream.range(0, type.size()).toArray();
    }

    private static void checkPairs(List<Change> changes) {
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            boolean before = change.kind().equals("-U");
            boolean followed = i + 1 < changes.size()
                    && changes.get(i + 1).kind().equals("+U")
                    && changes.get(i + 1).key().equals(change.key())
                    && changes.get(i + 1).snapshotId() == change.snapshotId();
            if (before && !followed) {
                throw new AssertionError(change + " is not followed by its +U");
            }
        }
    }

    private static final class ChangeNumbers {
        private final Map<Long, Long> commitMicros = new HashMap<>();
        private long snapshotId;
        private long next;

        ChangeNumbers(List<SnapshotInfo> snapshots) {
            snapshots.forEach(info -> commitMicros.put(info.snapshotId(), info.commitTimeMillis() * 1000));
        }

        void check(long id, long number, long micros) {
            if (id != snapshotId) {
                if (id < snapshotId) {
                    throw new AssertionError("changes of snapshot " + id + " after those of " + snapshotId);
                }
                snapshotId = id;
                next = 0;
            }
            if (number != next++) {
                throw new AssertionError(
                        "change " + number + " of snapshot " + id + " where " + (next - 1) + " was due");
            }
            // Of an expired snapshot only its changelog is left.
            if (commitMicros.getOrDefault(id, micros) != micros) {
                throw new AssertionError("commit time " + micros + " of snapshot " + id);
            }
        }
    }
}
