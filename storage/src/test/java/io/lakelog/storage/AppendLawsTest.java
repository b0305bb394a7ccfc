package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The laws of tables without a key: SELECT equals a bag of rows after every commit, whatever was merged; filters lose
 * none; every snapshot stays readable; the changes, +I and -D, replay to every state.
 */
class AppendLawsTest {
    private static final TableName NAME = new TableName("default", "t");

    private enum Step {
        INSERT,
        INSERT_MORE,
        UPDATE,
        DELETE,
        COMPACT,
        WIDEN,
        ADD,
        REOPEN
    }

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.of(Step.class).list().ofMinSize(2).ofMaxSize(25);
    }

    @Provide
    Arbitrary<Map<String, String>> options() {
        return Arbitraries.of(
                Map.of(),
                Map.of("bucket", "2", "bucket-key", "a"),
                Map.of("target-file-size", "2 kb"),
                Map.of("compaction.min.file-num", "2"),
                Map.of("write-buffer-size", "1 b"));
    }

    @Property(tries = 25)
    void selectIsTheBag(
            @ForAll("steps") List<Step> steps,
            @ForAll("options") Map<String, String> options,
            @ForAll boolean partitioned,
            @ForAll Random random)
            throws IOException {
        Path warehouse = Files.createTempDirectory("lakelog-append");
        try {
            Run run = new Run(warehouse, options, partitioned, random);
            for (Step step : steps) {
                run.take(step);
                run.check();
            }
            run.checkHistory();
        } finally {
            Environment.local().files().deleteRecursively(warehouse.toString());
        }
    }

    private static final class Run {
        private final Path warehouse;
        private final Random random;
        private Catalog catalog;
        private List<List<@Nullable Object>> bag = new ArrayList<>();
        private final Map<Long, List<List<@Nullable Object>>> states = new HashMap<>();

        Run(Path warehouse, Map<String, String> options, boolean partitioned, Random random) {
            this.warehouse = warehouse;
            this.random = random;
            this.catalog = Catalog.open(Environment.local(), warehouse.toString());
            catalog.createTable(
                    NAME,
                    new TableDefinition(
                            RowType.of(List.of("p", "a", "s"), List.of(DataType.STRING, DataType.INT, DataType.STRING)),
                            List.of(),
                            partitioned ? List.of("p") : List.of(),
                            options,
                            null));
        }

        private TestTable open() {
            return new TestTable(catalog.table(NAME));
        }

        void take(Step step) {
            TestTable table = open();
            RowType columns = table.table.schema().rowType();
            switch (step) {
                case INSERT -> insert(table, 1 + random.nextInt(5));
                case INSERT_MORE -> insert(table, 300);
                case UPDATE, DELETE -> change(table, random.nextInt(6), step == Step.UPDATE);
                case COMPACT -> table.table.compact();
                case REOPEN -> catalog = Catalog.open(Environment.local(), warehouse.toString());
                case WIDEN -> {
                    if (!"a".equals(table.table.schema().options().get("bucket-key"))) {
                        catalog.alterTable(NAME, List.of(new SchemaChange.ChangeType("a", DataType.BIGINT, true)));
                        bag.forEach(row -> row.set(1, row.get(1) == null ? null : ((Number) row.get(1)).longValue()));
                    }
                }
                case ADD -> {
                    if (columns.size() < 6) {
                        catalog.alterTable(
                                NAME,
                                List.of(new SchemaChange.AddColumn(
                                        new Field(0, "n" + columns.size(), DataType.DATE), null)));
                        bag.forEach(row -> row.add(null));
                    }
                }
            }
            for (SnapshotInfo snapshot : open().table.snapshots()) {
                states.computeIfAbsent(snapshot.snapshotId(), id -> copy(bag));
            }
        }

        private static List<List<@Nullable Object>> copy(List<List<@Nullable Object>> rows) {
            List<List<@Nullable Object>> copy = new ArrayList<>();
            rows.forEach(row -> copy.add(new ArrayList<>(row)));
            return copy;
        }

        private void insert(TestTable table, int count) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                List<@Nullable Object> row = new ArrayList<>(row(
                        random.nextInt(4) == 0 ? null : " p=" + random.nextInt(2),
                        a(table, random.nextInt(8)),
                        random.nextInt(5) == 0 ? null : "a text longer than sixteen \u00e9" + random.nextInt(4)));
                while (row.size() < table.table.schema().rowType().size()) {
                    row.add(null);
                }
                rows.add(row);
            }
            assertThat(table.commit(RowKind.INSERT, rows)).isPositive();
            bag.addAll(rows);
        }

        private static Object a(TestTable table, int value) {
            return table.table.schema().rowType().type(1).sameType(DataType.BIGINT) ? (Object) (long) value : value;
        }

        /** Takes out the rows with a value, and puts others in their place. */
        private void change(TestTable table, int value, boolean update) {
            OptionalLong snapshot = table.table.latestSnapshotId();
            if (snapshot.isEmpty()) {
                return;
            }
            RowType columns = table.table.schema().rowType();
            Object wanted = a(table, value);
            List<List<@Nullable Object>> changed = new ArrayList<>();
            long taken = 0;
            try (TableWrite write = table.table.newWrite(snapshot);
                    BatchSource source = table.table.scanWithRowIds(new ScanRequest(
                            all(columns), new Predicate.Compare(1, Predicate.Operator.EQUAL, wanted), snapshot))) {
                for (Batch batch = source.next(); batch != null; batch = source.next()) {
                    long[] ids = ((Column.Longs) batch.column(columns.size())).values;
                    for (int i = 0; i < batch.size(); i++) {
                        if (wanted.equals(Values.get(batch.column(1), columns.type(1), i))) {
                            write.remove(new long[] {ids[i]});
                            taken++;
                        }
                    }
                }
                for (List<@Nullable Object> row : bag) {
                    if (wanted.equals(row.get(1))) {
                        List<@Nullable Object> other = new ArrayList<>(row);
                        other.set(2, "changed");
                        changed.add(other);
                    }
                }
                assertThat(taken).isEqualTo(changed.size());
                if (update && !changed.isEmpty()) {
                    write.write(table.batch(changed), RowKind.INSERT);
                }
                assertThat(write.commit().isPresent()).isEqualTo(taken > 0);
            }
            bag.removeIf(row -> wanted.equals(row.get(1)));
            if (update) {
                bag.addAll(changed);
            }
        }

        void check() {
            TestTable table = open();
            assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(bag);
            long counted = 0;
            try (BatchSource source = table.table.scan(new ScanRequest(new int[0], null, OptionalLong.empty()))) {
                for (Batch batch = source.next(); batch != null; batch = source.next()) {
                    counted += batch.size();
                }
            }
            assertThat(counted).isEqualTo(bag.size());
            RowType columns = table.table.schema().rowType();
            for (List<@Nullable Object> row : bag.subList(0, Math.min(3, bag.size()))) {
                for (int column = 0; column < 3; column++) {
                    Object value = row.get(column);
                    Predicate filter = value == null
                            ? new Predicate.IsNull(column)
                            : new Predicate.Compare(column, Predicate.Operator.EQUAL, value);
                    assertThat(table.rows(new ScanRequest(all(columns), filter, OptionalLong.empty())))
                            .as("%s", filter)
                            .contains(row);
                }
            }
        }

        private static int[] all(RowType columns) {
            int[] all = new int[columns.size()];
            Arrays.setAll(all, i -> i);
            return all;
        }

        void checkHistory() {
            TestTable table = open();
            List<String> changes = table.changes(0);
            List<String> replayed = new ArrayList<>();
            int next = 0;
            for (SnapshotInfo snapshot : table.table.snapshots()) {
                TestTable then = new TestTable(table.table.asOf(snapshot.snapshotId()));
                assertThat(then.rowsAt(snapshot.snapshotId()))
                        .containsExactlyInAnyOrderElementsOf(states.get(snapshot.snapshotId()));
                while (next < changes.size()
                        && Long.parseLong(changes.get(next)
                                        .substring(0, changes.get(next).indexOf(' ')))
                                <= snapshot.snapshotId()) {
                    String change = changes.get(next++);
                    String row = change.substring(change.indexOf('['));
                    if (change.contains(" +I ")) {
                        replayed.add(row);
                    } else {
                        assertThat(change).contains(" -D ");
                        assertThat(replayed.remove(row)).as(change).isTrue();
                    }
                }
                assertThat(replayed)
                        .containsExactlyInAnyOrderElementsOf(table.rowsAt(snapshot.snapshotId()).stream()
                                .map(Object::toString)
                                .toList());
            }
            assertThat(next).isEqualTo(changes.size());
        }
    }

    @Test
    void whatAnotherWriterHasRewrittenIsAConflict(@TempDir Path warehouse) {
        Catalog catalog = Catalog.open(Environment.local(), warehouse.toString());
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("a"), List.of(DataType.INT)), List.of(), List.of(), Map.of(), null));
        TestTable table = new TestTable(catalog.table(NAME));
        table.upsert(row(1), row(2));
        table.upsert(row(3));
        OptionalLong snapshot = table.table.latestSnapshotId();
        try (TableWrite first = table.table.newWrite(snapshot);
                TableWrite second = table.table.newWrite(snapshot);
                TableWrite appending = table.table.newWrite(OptionalLong.empty())) {
            long[] ids = rowIds(table.table, snapshot);
            first.remove(new long[] {ids[0]});
            second.remove(new long[] {ids[0]});
            appending.write(table.batch(List.of(row(4))), RowKind.INSERT);
            first.commit();
            assertThatThrownBy(second::commit)
                    .isInstanceOfSatisfying(
                            LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
            appending.commit();
        }
        assertThat(table.rows()).hasSize(3).contains(row(4));
        // A merge of files changes no row, but the rows are where they were no longer.
        snapshot = table.table.latestSnapshotId();
        try (TableWrite late = table.table.newWrite(snapshot)) {
            late.remove(new long[] {rowIds(table.table, snapshot)[0]});
            assertThat(table.table.compact()).isPresent();
            assertThatThrownBy(late::commit)
                    .isInstanceOfSatisfying(
                            LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
        }
        assertThat(table.rows()).hasSize(3);
    }

    private static long[] rowIds(Table table, OptionalLong snapshot) {
        List<Long> ids = new ArrayList<>();
        try (BatchSource source = table.scanWithRowIds(new ScanRequest(new int[] {0}, null, snapshot))) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    ids.add(((Column.Longs) batch.column(1)).values[i]);
                }
            }
        }
        return ids.stream().mapToLong(Long::longValue).toArray();
    }
}
