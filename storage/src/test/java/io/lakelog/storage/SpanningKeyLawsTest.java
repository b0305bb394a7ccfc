package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.schema.SpanningKey;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * Keys that span partitions: rows move, and yet SELECT equals a map after every commit, the changes replayed equal SELECT at
 * every snapshot at which all is told, each before-image is the row that was there, no key is inserted that is present, and
 * every move is one pair.
 */
class SpanningKeyLawsTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final AtomicInteger UNIQUE = new AtomicInteger();
    private static final long SMALL_MEMORY = 4096;

    private record Setting(
            String producer, int buckets, boolean text, int trigger, int deltaCommits, long memory, long fileBytes) {}

    private enum Step {
        UPSERT,
        DELETE,
        MIXED,
        COMPACT,
        ROLLBACK
    }

    private record Commit(Step step, int rows, int keys, boolean reopen, boolean other) {}

    @Provide
    Arbitrary<Setting> settings() {
        return Combinators.combine(
                        Arbitraries.of("lookup", "none", "input", "full-compaction"),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.of(SMALL_MEMORY, 1L << 30),
                        Arbitraries.of(1L, 128L << 20))
                .as(Setting::new);
    }

    @Provide
    Arbitrary<List<Commit>> commits() {
        return Combinators.combine(
                        Arbitraries.frequency(
                                net.jqwik.api.Tuple.of(6, Step.UPSERT),
                                net.jqwik.api.Tuple.of(2, Step.DELETE),
                                net.jqwik.api.Tuple.of(3, Step.MIXED),
                                net.jqwik.api.Tuple.of(1, Step.COMPACT),
                                net.jqwik.api.Tuple.of(1, Step.ROLLBACK)),
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.integers().between(1, 25),
                        Arbitraries.of(true, false, false),
                        Arbitraries.of(true, false, false))
                .as(Commit::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(20);
    }

    @Property(tries = 40)
    void rowsMoveAndChangesTellTheirStory(
            @ForAll("settings") Setting setting, @ForAll("commits") List<Commit> commits, @ForAll Random random) {
        FileSystem disk = new MemoryFileSystem();
        Catalog mine = catalog(disk, setting);
        mine.createTable(NAME, definition(setting));
        Catalog others = catalog(disk, setting);
        Map<Object, List<@Nullable Object>> model = new TreeMap<>();
        TreeMap<Long, Map<Object, List<@Nullable Object>>> states = new TreeMap<>();
        for (Commit commit : commits) {
            if (commit.reopen()) {
                mine = catalog(disk, setting);
            }
            TestTable table = new TestTable((commit.other() ? others : mine).table(NAME));
            OptionalLong made =
                    switch (commit.step()) {
                        case COMPACT -> table.table.compact();
                        case ROLLBACK -> rollback(table, states, model, random);
                        default -> write(table, setting, commit, model, random);
                    };
            made.ifPresent(snapshot -> states.put(snapshot, new TreeMap<>(model)));
            // A compaction may have followed.
            table.table.latestSnapshotId().ifPresent(snapshot -> states.put(snapshot, new TreeMap<>(model)));
            assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(model.values());
            assertFound(table, model, table.table::find);
        }
        TestTable table = new TestTable(mine.table(NAME));
        table.table.compact().ifPresent(snapshot -> states.put(snapshot, new TreeMap<>(model)));
        states.forEach((id, state) -> assertThat(table.rowsAt(id)).containsExactlyInAnyOrderElementsOf(state.values()));
        if (!states.isEmpty()) {
            replay(table, states);
            net(table, setting, states, random);
            assertThat(table.changes(1)).isEqualTo(table.changes(0));
        }
    }

    private static OptionalLong write(
            TestTable table, Setting setting, Commit commit, Map<Object, List<@Nullable Object>> model, Random random) {
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            for (int i = 0; i < commit.rows(); i++) {
                List<@Nullable Object> row = randomRow(setting, random, commit.keys());
                boolean delete = commit.step() == Step.DELETE || commit.step() == Step.MIXED && random.nextInt(3) == 0;
                if (delete && write.deletesByKey()) {
                    write.delete(keys(table, List.of(Objects.requireNonNull(row.get(0)))));
                } else {
                    write.write(table.batch(List.of(row)), delete ? RowKind.DELETE : RowKind.INSERT);
                }
                Object key = Objects.requireNonNull(row.get(0));
                if (delete) {
                    model.remove(key);
                } else {
                    model.put(key, row);
                }
                if (i % 10 == 9 && setting.memory() > SMALL_MEMORY) {
                    assertThat(table.rows(write)).containsExactlyInAnyOrderElementsOf(model.values());
                    assertFound(table, model, request -> write.view().find(request));
                }
            }
            return write.commit();
        }
    }

    private static Batch keys(TestTable table, List<Object> keys) {
        DataType type = table.table.schema().rowType().type(0);
        ColumnBuilder builder = ColumnBuilder.of(type);
        keys.forEach(key -> Values.append(builder, type, key));
        return new Batch(keys.size(), List.of(builder.build()));
    }

    /** Some keys that are there, and one that is not, are asked for. */
    private static void assertFound(
            TestTable table, Map<Object, List<@Nullable Object>> model, Function<KeyRequest, BatchSource> find) {
        List<Object> wanted = new ArrayList<>();
        for (Object key : model.keySet()) {
            if (key.hashCode() % 3 != 0) {
                wanted.add(key);
            }
        }
        List<List<@Nullable Object>> expected = new ArrayList<>();
        wanted.forEach(key -> expected.add(model.get(key)));
        wanted.add(table.table.schema().rowType().type(0).equals(DataType.STRING.notNull()) ? "none" : (Object) 1000);
        List<List<@Nullable Object>> found = new ArrayList<>();
        try (BatchSource source =
                find.apply(new KeyRequest(keys(table, wanted), new int[] {0, 1, 2}, OptionalLong.empty()))) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (int c = 0; c < 3; c++) {
                        row.add(Values.get(
                                batch.column(c), table.table.schema().rowType().type(c), i));
                    }
                    found.add(row);
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static OptionalLong rollback(
            TestTable table,
            TreeMap<Long, Map<Object, List<@Nullable Object>>> states,
            Map<Object, List<@Nullable Object>> model,
            Random random) {
        List<Long> ids = List.copyOf(states.keySet());
        if (ids.isEmpty()) {
            return OptionalLong.empty();
        }
        long target = ids.get(random.nextInt(ids.size()));
        OptionalLong made = table.table.maintenance().rollbackTo(target);
        if (made.isPresent()) {
            Map<Object, List<@Nullable Object>> then = Map.copyOf(Objects.requireNonNull(states.get(target)));
            model.clear();
            model.putAll(then);
        }
        return made;
    }

    private static Catalog catalog(FileSystem disk, Setting setting) {
        return Catalog.open(
                new Environment(
                        disk, Clock.systemUTC(), () -> "u" + UNIQUE.incrementAndGet(), "/tmp", setting.memory(), false),
                "/warehouse");
    }

    private static TableDefinition definition(Setting setting) {
        return new TableDefinition(
                RowType.of(
                        List.of("k", "v", "p"),
                        List.of(setting.text() ? DataType.STRING : DataType.INT, DataType.BIGINT, DataType.STRING)),
                List.of("k", "p"),
                List.of("p"),
                Map.of(
                        SpanningKey.OPTION,
                        "k",
                        "changelog-producer",
                        setting.producer(),
                        "bucket",
                        String.valueOf(setting.buckets()),
                        "num-sorted-run.compaction-trigger",
                        String.valueOf(setting.trigger()),
                        "target-file-size",
                        String.valueOf(setting.fileBytes()),
                        "full-compaction.delta-commits",
                        String.valueOf(setting.deltaCommits())),
                null);
    }

    private static List<@Nullable Object> randomRow(Setting setting, Random random, int keys) {
        int key = random.nextInt(keys);
        return row(
                setting.text() ? "k" + key : (Object) key,
                random.nextInt(5) == 0 ? null : (long) random.nextInt(4),
                "p" + random.nextInt(4));
    }

    private static void replay(TestTable table, TreeMap<Long, Map<Object, List<@Nullable Object>>> states) {
        Map<String, String> state = new HashMap<>();
        List<String> changes = table.changes(0);
        Set<Long> telling = new HashSet<>();
        for (SnapshotInfo snapshot : table.table.snapshots()) {
            if (!table.table.awaitsCompaction(OptionalLong.of(snapshot.snapshotId()))) {
                telling.add(snapshot.snapshotId());
            }
        }
        int next = 0;
        for (Map.Entry<Long, Map<Object, List<@Nullable Object>>> entry : states.entrySet()) {
            while (next < changes.size() && snapshot(changes.get(next)) <= entry.getKey()) {
                apply(changes, next++, state);
            }
            if (telling.contains(entry.getKey())) {
                assertThat(state.values())
                        .as("snapshot %s", entry.getKey())
                        .containsExactlyInAnyOrderElementsOf(entry.getValue().values().stream()
                                .map(Object::toString)
                                .toList());
            }
        }
        assertThat(next).isEqualTo(changes.size());
    }

    private static void apply(List<String> changes, int at, Map<String, String> state) {
        String change = changes.get(at);
        String row = change.substring(change.indexOf('['));
        String key = key(change);
        switch (change.substring(change.indexOf(' ') + 1, change.indexOf(' ') + 3)) {
            case "+I" -> assertThat(state.put(key, row)).as(change).isNull();
            case "-U" -> {
                assertThat(state.get(key)).as(change).isEqualTo(row);
                assertThat(changes.get(at + 1)).contains(" +U ");
                assertThat(key(changes.get(at + 1))).isEqualTo(key);
            }
            case "+U" -> {
                assertThat(changes.get(at - 1)).contains(" -U ");
                assertThat(state.put(key, row)).as(change).isNotNull();
            }
            default -> {
                assertThat(state.remove(key)).as(change).isEqualTo(row);
            }
        }
    }

    private static String key(String change) {
        return change.substring(change.indexOf('['), change.indexOf(','));
    }

    /** Net changes put one state on top of another. */
    private static void net(
            TestTable table,
            Setting setting,
            TreeMap<Long, Map<Object, List<@Nullable Object>>> states,
            Random random) {
        if (setting.producer().equals("full-compaction")) {
            return;
        }
        List<Long> ids = List.copyOf(states.keySet());
        int from = random.nextInt(ids.size());
        int to = from + random.nextInt(ids.size() - from);
        Map<Object, List<@Nullable Object>> state = new TreeMap<>(states.get(ids.get(from)));
        int[] columns = {0, 1, 2};
        Set<Object> seen = new HashSet<>();
        try (BatchSource source = table.table.changes(
                new ChangesRequest(columns, ids.get(from) + 1, OptionalLong.of(ids.get(to)), true))) {
            for (Batch batch = source.next(); batch != null; batch = source.next()) {
                for (int i = 0; i < batch.size(); i++) {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (int c : columns) {
                        row.add(Values.get(
                                batch.column(ChangesRequest.METADATA_COLUMNS + c),
                                table.table.schema().rowType().type(c),
                                i));
                    }
                    Object key = Objects.requireNonNull(row.get(0));
                    int kind = ((Column.Ints) batch.column(0)).values[i];
                    if (kind == RowKind.UPDATE_BEFORE.code() || kind == RowKind.DELETE.code()) {
                        assertThat(state.remove(key)).isEqualTo(row);
                        assertThat(seen.add(key)).isTrue();
                    } else {
                        assertThat(state.put(key, row)).isNull();
                        assertThat(seen.add(key)).isEqualTo(kind == RowKind.INSERT.code());
                    }
                }
            }
        }
        assertThat(state).isEqualTo(states.get(ids.get(to)));
    }

    private static long snapshot(String change) {
        return Long.parseLong(change.substring(0, change.indexOf(' ')));
    }
}
