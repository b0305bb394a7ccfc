package io.lakelog.sql.fake;

import io.lakelog.storage.ChangesRequest;
import io.lakelog.storage.ScanRequest;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.Table;
import io.lakelog.storage.TableName;
import io.lakelog.storage.TableWrite;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A table in memory: every state is kept whole. Filters are hints, and this storage takes none. */
final class FakeTable implements Table {
    private final TableName name;
    private final TableSchema schema;
    private final Clock clock;
    private final List<State> states = new ArrayList<>();

    /** One committed state. Rows are lists of values, by key (by number without one). */
    private record State(SnapshotInfo info, Map<Object, List<@Nullable Object>> rows, List<Change> changes) {}

    private record Change(RowKind kind, List<@Nullable Object> row) {}

    FakeTable(TableName name, TableSchema schema, Clock clock) {
        this.name = name;
        this.schema = schema;
        this.clock = clock;
    }

    @Override
    public TableName name() {
        return name;
    }

    @Override
    public TableSchema schema() {
        return schema;
    }

    @Override
    public OptionalLong latestSnapshotId() {
        return states.isEmpty() ? OptionalLong.empty() : OptionalLong.of(states.size());
    }

    @Override
    public TableSchema schemaAt(long snapshotId) {
        state(snapshotId);
        return schema;
    }

    private State state(long snapshotId) {
        if (snapshotId < 1 || snapshotId > states.size()) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "snapshot " + snapshotId + " of " + name + " cannot be read; 1 to " + states.size() + " can");
        }
        return states.get((int) snapshotId - 1);
    }

    @Override
    public List<SnapshotInfo> snapshots() {
        return states.stream().map(State::info).toList();
    }

    @Override
    public BatchSource scan(ScanRequest request) {
        OptionalLong wanted = request.snapshotId().isPresent() ? request.snapshotId() : latestSnapshotId();
        Collection<List<@Nullable Object>> rows =
                wanted.isEmpty() ? List.of() : state(wanted.getAsLong()).rows().values();
        return batches(List.copyOf(rows), request.columns());
    }

    /** Small batches, so that their borders are met in tests. */
    private BatchSource batches(List<List<@Nullable Object>> rows, int[] columns) {
        List<Batch> batches = new ArrayList<>();
        for (int from = 0; from < rows.size(); from += 3) {
            batches.add(batch(rows.subList(from, Math.min(rows.size(), from + 3)), columns));
        }
        return BatchSource.of(batches);
    }

    private Batch batch(List<List<@Nullable Object>> rows, int[] columns) {
        List<Column> built = new ArrayList<>();
        for (int column : columns) {
            DataType type = schema.rowType().type(column);
            ColumnBuilder builder = ColumnBuilder.of(type);
            rows.forEach(row -> Values.append(builder, type, row.get(column)));
            built.add(builder.build());
        }
        return new Batch(rows.size(), built);
    }

    @Override
    public BatchSource changes(ChangesRequest request) {
        long newest = states.size();
        long from = request.from() == 0 ? 1 : request.from();
        long to = request.to().orElse(newest);
        if (from < 1 || from > newest + 1 || to > newest || from > to + 1) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "changes of " + name + " from " + from + " to " + to + " cannot be read; 1 to " + newest + " can");
        }
        List<Batch> batches = new ArrayList<>();
        for (long id = from; id <= to; id++) {
            State state = state(id);
            for (int i = 0; i < state.changes().size(); i++) {
                Change change = state.changes().get(i);
                List<Column> columns = new ArrayList<>();
                columns.add(new Column.Ints(1, null, new int[] {change.kind().code()}));
                columns.add(new Column.Longs(1, null, new long[] {id}));
                columns.add(new Column.Longs(1, null, new long[] {i}));
                columns.add(new Column.Longs(1, null, new long[] {state.info().commitTimeMillis() * 1000}));
                columns.addAll(batch(List.of(change.row()), request.columns()).columns());
                batches.add(new Batch(1, columns));
            }
        }
        return BatchSource.of(batches);
    }

    @Override
    public TableWrite newWrite(OptionalLong dependsOn) {
        return new Write(dependsOn);
    }

    private final class Write implements TableWrite {
        private OptionalLong dependsOn;
        private final List<Change> given = new ArrayList<>();

        Write(OptionalLong dependsOn) {
            this.dependsOn = dependsOn;
        }

        @Override
        public void write(Batch rows, RowKind kind) {
            RowType type = schema.rowType();
            for (int row = 0; row < rows.size(); row++) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < type.size(); i++) {
                    Object value = Values.get(rows.column(i), type.type(i), row);
                    if (value == null && !type.type(i).nullable()) {
                        throw new LakelogException(
                                ErrorCode.NULL_VALUE, "column '" + type.field(i).name() + "' does not allow NULL");
                    }
                    values.add(value);
                }
                given.add(new Change(kind, values));
            }
        }

        @Override
        public BatchSource scan(ScanRequest request) {
            long base = request.snapshotId().orElse(states.size());
            Map<Object, List<@Nullable Object>> rows =
                    new LinkedHashMap<>(base == 0 ? Map.of() : state(base).rows());
            given.forEach(change -> apply(change, rows, new ArrayList<>()));
            return batches(new ArrayList<>(rows.values()), request.columns());
        }

        @Override
        public void dependOn(long snapshotId) {
            if (dependsOn.isEmpty()) {
                dependsOn = OptionalLong.of(snapshotId);
            }
        }

        @Override
        public OptionalLong commit() {
            if (given.isEmpty()) {
                return OptionalLong.empty();
            }
            long newest = states.size();
            if (dependsOn.isPresent() && dependsOn.getAsLong() != newest) {
                throw new LakelogException(ErrorCode.CONFLICT, "another writer has committed to " + name);
            }
            Map<Object, List<@Nullable Object>> rows =
                    new LinkedHashMap<>(newest == 0 ? Map.of() : state(newest).rows());
            List<Change> changes = new ArrayList<>();
            given.forEach(change -> apply(change, rows, changes));
            states.add(new State(info(newest + 1, rows.size(), changes.size()), rows, changes));
            return OptionalLong.of(newest + 1);
        }

        @Override
        public void close() {}
    }

    private SnapshotInfo info(long id, long total, long changes) {
        return new SnapshotInfo(
                id,
                schema.id(),
                "tester",
                id,
                "APPEND",
                clock.millis(),
                "base-" + id,
                "delta-" + id,
                null,
                total,
                0,
                changes);
    }

    private void apply(Change change, Map<Object, List<@Nullable Object>> rows, List<Change> changes) {
        Object key = key(change.row(), rows.size());
        List<@Nullable Object> old = rows.get(key);
        if (change.kind().isRetract()) {
            if (old != null) {
                rows.remove(key);
                changes.add(new Change(RowKind.DELETE, old));
            }
            return;
        }
        rows.put(key, change.row());
        if (old == null) {
            changes.add(new Change(RowKind.INSERT, change.row()));
        } else if (!sameRow(old, change.row())
                || "false".equals(schema.options().get("changelog-producer.row-deduplicate"))) {
            changes.add(new Change(RowKind.UPDATE_BEFORE, old));
            changes.add(new Change(RowKind.UPDATE_AFTER, change.row()));
        }
    }

    private static boolean sameRow(List<@Nullable Object> a, List<@Nullable Object> b) {
        for (int i = 0; i < a.size(); i++) {
            if (!Objects.deepEquals(a.get(i), b.get(i))) {
                return false;
            }
        }
        return true;
    }

    private Object key(List<@Nullable Object> row, int number) {
        if (schema.primaryKeys().isEmpty()) {
            return number;
        }
        return Arrays.asList(schema.primaryKeys().stream()
                .map(key -> row.get(schema.rowType().indexOf(key)))
                .toArray());
    }
}
