package io.lakelog.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.SchemaChange.Position;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.storage.type.TypeKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * The laws of a table that is altered between its writes: SELECT equals a map whose values stay with their column whatever
 * it is called, wherever it stands and whatever its type becomes; every snapshot is read in the columns of its time and in
 * today's; filters lose no row; the changes replay to the state, across switches of the producer too.
 */
class EvolutionLawsTest {
    /** Compactions run at once, so that a seed says all. */
    private static final Environment WORLD = Environment.local().withBackgroundThreads(false);

    private static final TableName NAME = new TableName("default", "t");

    private enum Step {
        UPSERT,
        DELETE,
        ADD,
        DROP,
        RENAME,
        WIDEN,
        MOVE,
        SWITCH,
        COMPACT,
        REOPEN
    }

    /** A state as it was committed: values by field id. */
    private record State(
            long snapshotId, RowType columns, Map<Integer, Map<Integer, Object>> rows, boolean announced) {}

    @Provide
    Arbitrary<List<Step>> steps() {
        return Arbitraries.of(Step.class).list().ofMinSize(3).ofMaxSize(30);
    }

    @Property(tries = 30)
    void rowsFollowTheirColumns(@ForAll("steps") List<Step> steps, @ForAll Random random) throws IOException {
        Path warehouse = Files.createTempDirectory("lakelog-evolution");
        try {
            Run run = new Run(warehouse, random);
            for (Step step : steps) {
                run.take(step);
                run.checkNewest();
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
        /** Values by key, then by field id; NULL is absent. */
        private final Map<Integer, Map<Integer, Object>> model = new TreeMap<>();

        private final List<State> states = new ArrayList<>();
        private int named;

        Run(Path warehouse, Random random) {
            this.warehouse = warehouse;
            this.random = random;
            this.catalog = Catalog.open(WORLD, warehouse.toString());
            catalog.createTable(
                    NAME,
                    new TableDefinition(
                            RowType.of(
                                    List.of("id", "a", "b"), List.of(DataType.INT, DataType.SMALLINT, DataType.STRING)),
                            List.of("id"),
                            List.of(),
                            Map.of(
                                    "changelog-producer",
                                    producer(),
                                    "bucket",
                                    "2",
                                    "num-sorted-run.compaction-trigger",
                                    "3",
                                    "full-compaction.delta-commits",
                                    "2"),
                            null));
        }

        private String producer() {
            return List.of("none", "lookup", "full-compaction").get(random.nextInt(3));
        }

        private TestTable open() {
            return new TestTable(catalog.table(NAME));
        }

        void take(Step step) {
            RowType columns = open().table.schema().rowType();
            Field chosen = columns.field(random.nextInt(columns.size()));
            switch (step) {
                case UPSERT -> write(RowKind.INSERT);
                case DELETE -> write(RowKind.DELETE);
                case COMPACT -> open().table.compact();
                case REOPEN -> catalog = Catalog.open(WORLD, warehouse.toString());
                case ADD ->
                    alter(new SchemaChange.AddColumn(
                            new Field(0, freeName(columns), randomType()),
                            random.nextBoolean() ? place(chosen) : null));
                case DROP -> {
                    if (!chosen.name().equals(key(columns))) {
                        alter(new SchemaChange.DropColumn(chosen.name()));
                        model.values().forEach(row -> row.remove(chosen.id()));
                    }
                }
                case RENAME -> alter(new SchemaChange.RenameColumn(chosen.name(), freeName(columns)));
                case WIDEN -> widen(chosen, columns);
                case MOVE -> {
                    Field other = columns.field(random.nextInt(columns.size()));
                    if (!other.equals(chosen)) {
                        alter(new SchemaChange.MoveColumn(other.name(), place(chosen)));
                    }
                }
                case SWITCH -> alter(new SchemaChange.SetOption("changelog-producer", producer()));
            }
            recordState();
        }

        private void alter(SchemaChange change) {
            catalog.alterTable(NAME, List.of(change));
            recordState();
        }

        private String key(RowType columns) {
            return open().table.schema().primaryKeys().get(0);
        }

        /** Names of columns that are gone come back, so that what was dropped would show if it were found by name. */
        private String freeName(RowType columns) {
            List<String> free = new ArrayList<>(List.of("id", "a", "b", "c", "d"));
            free.removeAll(columns.names());
            return free.isEmpty() ? "n" + named++ : free.get(random.nextInt(free.size()));
        }

        private Position place(Field field) {
            return random.nextInt(4) == 0 ? Position.FIRST : new Position(field.name());
        }

        private DataType randomType() {
            return List.of(DataType.TINYINT, DataType.INT, DataType.varchar(4), DataType.decimal(6, 2), DataType.FLOAT)
                    .get(random.nextInt(5));
        }

        private void widen(Field field, RowType columns) {
            DataType wider =
                    switch (field.type().kind()) {
                        case TINYINT -> DataType.SMALLINT;
                        case SMALLINT -> random.nextBoolean() ? DataType.INT : DataType.decimal(20, 3);
                        case INT -> random.nextBoolean() ? DataType.BIGINT : DataType.DOUBLE;
                        case BIGINT -> DataType.decimal(25, 0);
                        case FLOAT -> DataType.DOUBLE;
                        case VARCHAR -> DataType.STRING;
                        case DECIMAL ->
                            field.type().length() < 30
                                    ? DataType.decimal(
                                            field.type().length() + 8,
                                            field.type().scale() + 2)
                                    : field.type();
                        default -> field.type();
                    };
            if (field.name().equals(key(columns))) {
                return;
            }
            alter(new SchemaChange.ChangeType(field.name(), wider, true));
            model.values().forEach(row -> row.computeIfPresent(field.id(), (id, value) -> as(value, wider)));
        }

        private static Object as(Object value, DataType type) {
            return switch (type.kind()) {
                case SMALLINT -> ((Number) value).shortValue();
                case INT -> ((Number) value).intValue();
                case BIGINT -> ((Number) value).longValue();
                case DOUBLE -> ((Number) value).doubleValue();
                case DECIMAL -> new BigDecimal(value.toString()).setScale(type.scale());
                default -> value;
            };
        }

        private void write(RowKind kind) {
            TestTable table = open();
            RowType columns = table.table.schema().rowType();
            String key = key(columns);
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int i = random.nextInt(12); i >= 0; i--) {
                Map<Integer, Object> row = new HashMap<>();
                for (Field field : columns.fields()) {
                    Object value = field.name().equals(key) ? (Object) random.nextInt(20) : value(field.type());
                    if (value != null) {
                        row.put(field.id(), value);
                    }
                }
                rows.add(values(row, columns));
                Integer id =
                        (Integer) row.get(columns.field(columns.indexOf(key)).id());
                if (kind == RowKind.INSERT) {
                    model.put(id, row);
                } else {
                    model.remove(id);
                }
            }
            table.commit(kind, rows);
        }

        private @Nullable Object value(DataType type) {
            int small = random.nextInt(9) - 4;
            if (small == 4) {
                return null;
            }
            return switch (type.kind()) {
                case TINYINT -> (byte) small;
                case SMALLINT -> (short) (small * 300);
                case INT -> small * 70_000;
                case BIGINT -> small * 5_000_000_000L;
                case FLOAT -> small / 2f;
                case DOUBLE -> small / 2d;
                case DECIMAL -> BigDecimal.valueOf(small).setScale(type.scale());
                default -> "\u00e9" + small;
            };
        }

        /** Remembers the snapshots that the last step made: with one it is at most two, the second a compaction. */
        private void recordState() {
            TestTable table = open();
            long known = states.isEmpty() ? 0 : states.get(states.size() - 1).snapshotId();
            for (SnapshotInfo snapshot : table.table.snapshots()) {
                if (snapshot.snapshotId() > known) {
                    Map<Integer, Map<Integer, Object>> rows = new TreeMap<>();
                    model.forEach((id, row) -> rows.put(id, new HashMap<>(row)));
                    var then = table.table.schemaAt(snapshot.snapshotId());
                    boolean announced = !"full-compaction".equals(then.options().get("changelog-producer"))
                            || snapshot.changelogManifestList() != null;
                    states.add(new State(snapshot.snapshotId(), then.rowType(), rows, announced));
                }
            }
        }

        private static List<@Nullable Object> values(Map<Integer, Object> row, RowType columns) {
            List<@Nullable Object> values = new ArrayList<>();
            columns.fields().forEach(field -> values.add(row.get(field.id())));
            return values;
        }

        private static List<List<@Nullable Object>> rows(Map<Integer, Map<Integer, Object>> model, RowType columns) {
            return model.values().stream().map(row -> values(row, columns)).toList();
        }

        void checkNewest() {
            TestTable table = open();
            RowType columns = table.table.schema().rowType();
            List<List<@Nullable Object>> expected = rows(model, columns);
            assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(expected);
            int column = random.nextInt(columns.size());
            for (List<@Nullable Object> row : expected) {
                Object value = row.get(column);
                if (value != null && columns.type(column).kind() != TypeKind.FLOAT) {
                    assertFound(table, columns, row, new Predicate.Compare(column, Predicate.Operator.EQUAL, value));
                }
                if (value != null && columns.type(column).kind() == TypeKind.BIGINT) {
                    // As the INT that older files hold this value would be -1.
                    assertFound(
                            table,
                            columns,
                            row,
                            new Predicate.Compare(column, Predicate.Operator.LESS, Long.MAX_VALUE));
                }
            }
        }

        private static void assertFound(
                TestTable table, RowType columns, List<@Nullable Object> row, Predicate filter) {
            assertThat(table.rows(new ScanRequest(all(columns), filter, OptionalLong.empty())))
                    .contains(row);
        }

        private static int[] all(RowType columns) {
            return java.util.stream.IntStream.range(0, columns.size()).toArray();
        }

        void checkHistory() {
            open().table.compact();
            recordState();
            for (State state : states) {
                TestTable then = new TestTable(open().table.asOf(state.snapshotId()));
                assertThat(then.rowsAt(state.snapshotId()))
                        .as("snapshot %d in the columns of its time", state.snapshotId())
                        .containsExactlyInAnyOrderElementsOf(rows(state.rows(), state.columns()));
            }
            replay();
        }

        /** The changes in today's columns; values of that time are compared in today's types. */
        private void replay() {
            TestTable table = open();
            RowType columns = table.table.schema().rowType();
            int keyAt = columns.indexOf(key(columns));
            List<String> changes = table.changes(0);
            Map<String, String> replayed = new HashMap<>();
            int next = 0;
            for (State state : states) {
                while (next < changes.size() && snapshot(changes.get(next)) <= state.snapshotId()) {
                    apply(changes.get(next++), keyAt, replayed);
                }
                if (state.announced()) {
                    List<String> expected = state.rows().values().stream()
                            .map(row -> inTypesOf(columns, state.columns(), row).toString())
                            .toList();
                    assertThat(replayed.values())
                            .as("changes up to snapshot %d", state.snapshotId())
                            .containsExactlyInAnyOrderElementsOf(expected);
                }
            }
            assertThat(next).isEqualTo(changes.size());
        }

        private static List<@Nullable Object> inTypesOf(RowType now, RowType then, Map<Integer, Object> row) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Field field : now.fields()) {
                boolean known = then.fields().stream().anyMatch(old -> old.id() == field.id());
                Object value = known ? row.get(field.id()) : null;
                values.add(value == null ? null : as(value, field.type()));
            }
            return values;
        }

        private static long snapshot(String change) {
            return Long.parseLong(change.substring(0, change.indexOf(' ')));
        }

        private static void apply(String change, int keyAt, Map<String, String> state) {
            String kind = change.substring(change.indexOf(' ') + 1, change.indexOf(' ') + 3);
            String row = change.substring(change.indexOf('['));
            String key = row.substring(1, row.length() - 1).split(", ", -1)[keyAt];
            switch (kind) {
                case "+I" -> assertThat(state.put(key, row)).as(change).isNull();
                case "-U" -> assertThat(state.get(key)).as(change).isEqualTo(row);
                case "+U" ->
                    assertThat(Objects.requireNonNull(state.put(key, row)))
                            .as(change)
                            .isNotNull();
                default -> assertThat(state.remove(key)).as(change).isEqualTo(row);
            }
        }
    }
}
