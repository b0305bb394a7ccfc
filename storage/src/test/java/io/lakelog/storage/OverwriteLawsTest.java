package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Overwrites among other commits: SELECT is a map, and the changes replayed are SELECT, one unbroken chain for each key. */
class OverwriteLawsTest {
    private static final AtomicInteger UNIQUE = new AtomicInteger();

    @Provide
    Arbitrary<String> producers() {
        return Arbitraries.of("lookup", "none", "input", "full-compaction");
    }

    private static TestTable create(String producer, boolean partitioned, Random random) {
        Catalog catalog = Catalog.open(
                new Environment(
                        new MemoryFileSystem(),
                        Clock.systemUTC(),
                        () -> "u" + UNIQUE.incrementAndGet(),
                        "/tmp",
                        1L << 30,
                        false),
                "/warehouse");
        TableName name = new TableName("default", "t");
        catalog.createTable(
                name,
                new TableDefinition(
                        RowType.of(List.of("p", "k", "v"), List.of(DataType.STRING, DataType.INT, DataType.INT)),
                        List.of("p", "k"),
                        partitioned ? List.of("p") : List.of(),
                        Map.of(
                                "changelog-producer",
                                producer,
                                "bucket",
                                String.valueOf(1 + random.nextInt(2)),
                                "full-compaction.delta-commits",
                                "2",
                                "num-sorted-run.compaction-trigger",
                                "2",
                                "write-buffer-size",
                                random.nextBoolean() ? "1 b" : "64 mb"),
                        null));
        return new TestTable(catalog.table(name));
    }

    @Property(tries = 60)
    void replacedRowsAreGoneAndTheirGoingIsTold(
            @ForAll("producers") String producer, @ForAll boolean partitioned, @ForAll Random random) {
        TestTable table = create(producer, partitioned, random);
        Map<String, List<@Nullable Object>> model = new TreeMap<>();
        for (int step = 0; step < 20; step++) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int i = random.nextInt(8); i >= 0; i--) {
                rows.add(row("p" + random.nextInt(3), random.nextInt(6), random.nextInt(4)));
            }
            switch (random.nextInt(6)) {
                case 0 -> table.table.compact();
                case 1 -> {
                    // An input table tells what the writer said: only what is there may be deleted for a true chain.
                    rows = new ArrayList<>(model.values()).subList(0, model.size() / 2);
                    table.commit(RowKind.DELETE, rows);
                    rows.forEach(row -> model.remove(key(row)));
                }
                case 2 -> overwrite(table, Overwrite.WHOLE_TABLE, random.nextInt(3) == 0 ? List.of() : rows, model);
                case 3 -> overwrite(table, Overwrite.WRITTEN_PARTITIONS, rows, model);
                case 4 -> {
                    if (partitioned) {
                        List<List<@Nullable Object>> named = rows.stream()
                                .filter(row -> "p1".equals(row.get(0)))
                                .toList();
                        overwrite(table, Overwrite.partition(Map.of("p", "p1")), named, model);
                    }
                }
                default -> {
                    List<List<@Nullable Object>> fresh = distinct(rows).stream()
                            .filter(row -> !producer.equals("input") || !model.containsKey(key(row)))
                            .toList();
                    table.commit(RowKind.INSERT, fresh);
                    fresh.forEach(row -> model.put(key(row), row));
                }
            }
            assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(model.values());
        }
        table.table.compact();
        assertThat(replayed(table))
                .containsExactlyInAnyOrderElementsOf(
                        model.values().stream().map(Object::toString).toList());
    }

    private static List<List<@Nullable Object>> distinct(List<List<@Nullable Object>> rows) {
        Map<String, List<@Nullable Object>> last = new HashMap<>();
        rows.forEach(row -> last.put(key(row), row));
        return List.copyOf(last.values());
    }

    private static void overwrite(
            TestTable table,
            Overwrite what,
            List<List<@Nullable Object>> rows,
            Map<String, List<@Nullable Object>> model) {
        Set<Object> written = rows.stream().map(row -> row.get(0)).collect(Collectors.toSet());
        boolean partitioned = !table.table.schema().partitionKeys().isEmpty();
        boolean nothing = model.isEmpty() && rows.isEmpty();
        OptionalLong before = table.table.latestSnapshotId();
        try (TableWrite write = table.table.newOverwrite(what)) {
            if (!rows.isEmpty()) {
                write.write(table.batch(rows), RowKind.INSERT);
            }
            assertThat(write.commit().isPresent() || nothing || rows.isEmpty()).isTrue();
        }
        if (nothing && before.isEmpty()) {
            assertThat(table.table.latestSnapshotId()).isEmpty();
        }
        model.values()
                .removeIf(row -> what.partitions().isEmpty()
                        ? !partitioned || !what.writtenOnly() || written.contains(row.get(0))
                        : what.partitions().get(0).containsValue(row.get(0)));
        rows.forEach(row -> model.put(key(row), row));
    }

    private static String key(List<@Nullable Object> row) {
        return row.get(0) + "/" + row.get(1);
    }

    /** Every change continues what was there before. */
    private static List<String> replayed(TestTable table) {
        Map<String, String> state = new HashMap<>();
        for (String change : table.changes(0)) {
            String kind = change.substring(change.indexOf(' ') + 1, change.indexOf(' ') + 3);
            String row = change.substring(change.indexOf('['));
            String key = row.substring(0, row.lastIndexOf(','));
            switch (kind) {
                case "+I" -> assertThat(state.put(key, row)).as(change).isNull();
                case "-U" -> assertThat(state.get(key)).as(change).isEqualTo(row);
                case "+U" -> assertThat(state.put(key, row)).as(change).isNotNull();
                default -> assertThat(state.remove(key)).as(change).isEqualTo(row);
            }
        }
        return List.copyOf(state.values());
    }
}
