package io.lakelog.tck.paimon;

import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.RowText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.paimon.data.InternalRow;
import org.apache.paimon.predicate.Predicate;
import org.apache.paimon.predicate.PredicateBuilder;
import org.apache.paimon.reader.RecordReader;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.source.DataSplit;
import org.apache.paimon.table.source.ReadBuilder;
import org.apache.paimon.table.source.Split;
import org.apache.paimon.table.source.StreamTableScan;
import org.apache.paimon.types.RowType;
import org.jspecify.annotations.Nullable;

/** A table as Paimon's batch and streaming readers deliver it. Every call reads the table's files again. */
public final class PaimonTable {
    private final FileStoreTable table;

    public PaimonTable(FileStoreTable table) {
        this.table = table;
    }

    public FileStoreTable table() {
        return table;
    }

    public List<String> columns() {
        return table.rowType().getFieldNames();
    }

    /** Ids of all snapshots that can be read, oldest first. */
    public List<Long> snapshotIds() throws Exception {
        List<Long> ids = new ArrayList<>();
        table.snapshotManager().snapshots().forEachRemaining(snapshot -> ids.add(snapshot.id()));
        ids.sort(null);
        return ids;
    }

    public long latestSnapshotId() {
        Long id = table.snapshotManager().latestSnapshotIdFromFileSystem();
        return id == null ? 0 : id;
    }

    /** The rows of the newest state as sorted text. */
    public List<String> rows() throws Exception {
        return batch(table, null);
    }

    /** The rows of the newest state in Java classes, in the order in which they are read. */
    public List<List<@Nullable Object>> values() throws Exception {
        return values(table, null);
    }

    /** The rows of one snapshot as sorted text, in the columns of that time. */
    public List<String> rowsAt(long snapshotId) throws Exception {
        return batch(table.copy(Map.of("scan.snapshot-id", Long.toString(snapshotId))), null);
    }

    /** The rows of a tag as sorted text. */
    public List<String> rowsAtTag(String tag) throws Exception {
        return batch(table.copy(Map.of("scan.tag-name", tag)), null);
    }

    /** The rows that a point query by the whole primary key finds, as sorted text. */
    public List<String> rowsByKey(List<?> keyValues) throws Exception {
        PredicateBuilder builder = new PredicateBuilder(table.rowType());
        List<Predicate> parts = new ArrayList<>();
        List<String> keys = table.primaryKeys();
        for (int i = 0; i < keys.size(); i++) {
            int position = table.rowType().getFieldIndex(keys.get(i));
            parts.add(builder.equal(
                    position,
                    PaimonValues.toPaimon(keyValues.get(i), table.rowType().getTypeAt(position))));
        }
        return batch(table, PredicateBuilder.and(parts));
    }

    /** Texts of rows that a full scan returns but a point query by their key does not, among the first {@code limit}. */
    public List<String> rowsLostByKey(int limit) throws Exception {
        List<String> lost = new ArrayList<>();
        List<List<@Nullable Object>> rows = values(table, null);
        for (List<@Nullable Object> row : rows.subList(0, Math.min(limit, rows.size()))) {
            String text = RowText.of(row);
            if (!rowsByKey(keyValues(row)).equals(List.of(text))) {
                lost.add(text);
            }
        }
        return lost;
    }

    /** Texts of rows that a full scan returns but a filter for one of their values does not, among the first {@code limit}. */
    public List<String> rowsLostByFilter(int limit) throws Exception {
        List<String> lost = new ArrayList<>();
        PredicateBuilder builder = new PredicateBuilder(table.rowType());
        List<List<@Nullable Object>> rows = values(table, null);
        for (List<@Nullable Object> row : rows.subList(0, Math.min(limit, rows.size()))) {
            for (int i = 0; i < row.size(); i++) {
                Object value = row.get(i);
                if (value instanceof Double
                        || value instanceof Float
                        || value instanceof List
                        || value instanceof Map) {
                    continue;
                }
                Predicate filter = value == null
                        ? builder.isNull(i)
                        : builder.equal(
                                i, PaimonValues.toPaimon(value, table.rowType().getTypeAt(i)));
                if (!batch(table, filter).contains(RowText.of(row))) {
                    lost.add(RowText.of(row) + " by " + filter);
                }
            }
        }
        return lost;
    }

    /** What the streaming reader delivers that starts with the changes of snapshot {@code from}. */
    public List<PlacedChange> changesFrom(long from) throws Exception {
        ReadBuilder read = table.newReadBuilder();
        StreamTableScan scan = read.newStreamScan();
        scan.restore(from);
        List<PlacedChange> changes = new ArrayList<>();
        long last = latestSnapshotId();
        while (scan.checkpoint() != null && scan.checkpoint() <= last) {
            // A plan covers one snapshot; without splits it has passed over snapshots that carry nothing.
            List<Split> splits = scan.plan().splits();
            changes.addAll(changes(read, splits, scan.checkpoint() - 1));
        }
        return changes;
    }

    /** What a streaming reader delivers that starts with {@code scan.mode} = from-snapshot, up to the newest snapshot. */
    public List<PlacedChange> fromSnapshot(long snapshotId) throws Exception {
        return stream(Map.of("scan.mode", "from-snapshot", "scan.snapshot-id", Long.toString(snapshotId)));
    }

    /** What a streaming reader delivers that starts with {@code scan.mode} = latest-full: the announced state. */
    public List<PlacedChange> latestFull() throws Exception {
        return stream(Map.of("scan.mode", "latest-full"));
    }

    /** Opens a writer that commits as {@code user}; a write-only one never compacts. */
    public PaimonWriter writer(String user, boolean writeOnly) {
        return new PaimonWriter(table.copy(Map.of("write-only", Boolean.toString(writeOnly))), user);
    }

    private List<PlacedChange> stream(Map<String, String> options) throws Exception {
        FileStoreTable started = table.copy(options);
        ReadBuilder read = started.newReadBuilder();
        StreamTableScan scan = read.newStreamScan();
        List<PlacedChange> changes = new ArrayList<>();
        long last = latestSnapshotId();
        Long next;
        do {
            List<Split> splits = scan.plan().splits();
            next = scan.checkpoint();
            changes.addAll(changes(read, splits, next == null ? 0 : next - 1));
        } while (next != null && next <= last);
        return changes;
    }

    private List<PlacedChange> changes(ReadBuilder read, List<Split> splits, long snapshotId) throws Exception {
        List<PlacedChange> changes = new ArrayList<>();
        RowType type = table.rowType();
        for (Split split : splits) {
            String place = place((DataSplit) split);
            forEach(read, split, row -> {
                List<@Nullable Object> values = PaimonValues.toJava(row, type);
                changes.add(new PlacedChange(
                        place,
                        new Change(
                                snapshotId,
                                row.getRowKind().shortString(),
                                RowText.of(keyValues(values)),
                                RowText.of(values))));
            });
        }
        return changes;
    }

    private List<@Nullable Object> keyValues(List<@Nullable Object> row) {
        List<@Nullable Object> key = new ArrayList<>();
        for (String name : table.primaryKeys()) {
            key.add(row.get(table.rowType().getFieldIndex(name)));
        }
        return key;
    }

    private static List<String> batch(FileStoreTable source, @Nullable Predicate filter) throws Exception {
        return values(source, filter).stream().map(RowText::of).sorted().collect(Collectors.toList());
    }

    private static List<List<@Nullable Object>> values(FileStoreTable source, @Nullable Predicate filter)
            throws Exception {
        ReadBuilder read = source.newReadBuilder();
        if (filter != null) {
            read.withFilter(filter);
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Split split : read.newScan().plan().splits()) {
            forEach(read, split, row -> {
                if (row.getRowKind().isRetract()) {
                    throw new IllegalStateException("a batch read delivered " + row.getRowKind());
                }
                rows.add(PaimonValues.toJava(row, source.rowType()));
            });
        }
        return rows;
    }

    private static void forEach(ReadBuilder read, Split split, Consumer<InternalRow> consumer) throws Exception {
        try (RecordReader<InternalRow> reader = read.newRead().executeFilter().createReader(split)) {
            reader.forEachRemaining(consumer::accept);
        }
    }

    private static String place(DataSplit split) {
        return split.bucketPath();
    }
}
