package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/**
 * The laws that hold whatever the options and whenever compactions ran: SELECT equals a map after every commit, and the
 * changes replayed equal SELECT at every snapshot, each before-image being the state before it.
 */
class TableLawsTest {
    /** Compactions run at once, so that a seed says all. */
    private static final Environment WORLD = Environment.local().withBackgroundThreads(false);

    private record Setting(
            String producer,
            int buckets,
            boolean partitioned,
            boolean deduplicate,
            int trigger,
            int deltaCommits,
            long fileBytes,
            long bufferBytes) {}

    private record Commit(RowKind kind, int rows, int keys, boolean reopen, boolean compact) {}

    @Provide
    Arbitrary<Setting> settings() {
        return Combinators.combine(
                        Arbitraries.of("lookup", "none", "full-compaction"),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.integers().between(1, 5),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.of(1L, 2000L, 128L << 20),
                        Arbitraries.of(1L, 3000L, 256L << 20))
                .as(Setting::new);
    }

    @Provide
    Arbitrary<List<Commit>> commits() {
        return Combinators.combine(
                        Arbitraries.frequencyOf(
                                net.jqwik.api.Tuple.of(3, Arbitraries.just(RowKind.INSERT)),
                                net.jqwik.api.Tuple.of(1, Arbitraries.just(RowKind.DELETE))),
                        Arbitraries.integers().between(1, 60),
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.of(true, false, false),
                        Arbitraries.of(true, false, false, false, false, false))
                .as(Commit::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(25);
    }

    @Property(tries = 60)
    void selectIsTheModelAndChangesTellItsStory(
            @ForAll("settings") Setting setting, @ForAll("commits") List<Commit> commits, @ForAll Random random)
            throws IOException {
        Path warehouse = Files.createTempDirectory("lakelog-laws");
        try {
            TestTable table = create(warehouse, setting);
            Map<List<@Nullable Object>, List<@Nullable Object>> model = new HashMap<>();
            List<Set<List<@Nullable Object>>> states = new ArrayList<>();
            List<Long> snapshots = new ArrayList<>();
            for (Commit commit : commits) {
                if (commit.reopen()) {
                    table = new TestTable(
                            Catalog.open(WORLD, warehouse.toString()).table(table.table.name()));
                }
                try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
                    for (int i = 0; i < commit.rows(); i++) {
                        List<@Nullable Object> row = randomRow(random, commit.keys());
                        write.write(table.batch(List.of(row)), commit.kind());
                        if (commit.kind() == RowKind.DELETE) {
                            model.remove(row.subList(0, 2));
                        } else {
                            model.put(row.subList(0, 2), row);
                        }
                        if (i % 10 == 9 && setting.bufferBytes() > 1 << 20) {
                            assertThat(table.rows(write)).containsExactlyInAnyOrderElementsOf(model.values());
                        }
                    }
                    snapshots.add(write.commit().orElseThrow());
                }
                states.add(new HashSet<>(model.values()));
                if (commit.compact()) {
                    table.table.compact().ifPresent(snapshot -> {
                        snapshots.add(snapshot);
                        states.add(new HashSet<>(model.values()));
                    });
                }
                assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(model.values());
            }
            for (int i = 0; i < snapshots.size(); i++) {
                assertThat(table.rowsAt(snapshots.get(i))).containsExactlyInAnyOrderElementsOf(states.get(i));
            }
            table.table.compact().ifPresent(snapshot -> {
                snapshots.add(snapshot);
                states.add(new HashSet<>(model.values()));
            });
            replay(table, snapshots, states, announcing(table, setting));
            assertThat(table.table.compact()).isEmpty();
            assertThat(table.changes(1)).isEqualTo(table.changes(0));
        } finally {
            Environment.local().files().deleteRecursively(warehouse.toString());
        }
    }

    private static TestTable create(Path warehouse, Setting setting) {
        Catalog catalog = Catalog.open(WORLD, warehouse.toString());
        TableName name = new TableName("default", "t");
        catalog.createTable(
                name,
                new TableDefinition(
                        RowType.of(
                                List.of("p", "k", "v", "s"),
                                List.of(DataType.INT, DataType.STRING, DataType.BIGINT, DataType.STRING)),
                        List.of("p", "k"),
                        setting.partitioned() ? List.of("p") : List.of(),
                        Map.of(
                                "changelog-producer",
                                setting.producer(),
                                "bucket",
                                String.valueOf(setting.buckets()),
                                "num-sorted-run.compaction-trigger",
                                String.valueOf(setting.trigger()),
                                "target-file-size",
                                String.valueOf(setting.fileBytes()),
                                "write-buffer-size",
                                String.valueOf(setting.bufferBytes()),
                                "full-compaction.delta-commits",
                                String.valueOf(setting.deltaCommits()),
                                "manifest.merge-min-count",
                                "3",
                                "changelog-producer.row-deduplicate",
                                String.valueOf(setting.deduplicate())),
                        null));
        return new TestTable(catalog.table(name));
    }

    private static List<@Nullable Object> randomRow(Random random, int keys) {
        return row(
                random.nextInt(3),
                "k" + random.nextInt(keys),
                random.nextInt(5) == 0 ? null : (long) random.nextInt(4),
                random.nextInt(4) == 0 ? null : "s\u00e9" + random.nextInt(3));
    }

    /** Applies the changes to an empty map; before-images must be what is there, inserts must be of absent keys. */
    private static void replay(
            TestTable table, List<Long> snapshots, List<Set<List<@Nullable Object>>> states, Set<Long> announcing) {
        Map<String, String> state = new HashMap<>();
        List<String> changes = table.changes(0);
        int next = 0;
        for (int i = 0; i < snapshots.size(); i++) {
            while (next < changes.size() && snapshot(changes.get(next)) <= snapshots.get(i)) {
                String change = changes.get(next++);
                String kind = change.substring(change.indexOf(' ') + 1, change.indexOf(' ') + 3);
                String row = change.substring(change.indexOf('['));
                String key = row.substring(0, row.indexOf(',', row.indexOf(',') + 1));
                switch (kind) {
                    case "+I" -> assertThat(state.put(key, row)).as(change).isNull();
                    case "-U" -> assertThat(state.get(key)).as(change).isEqualTo(row);
                    case "+U" -> assertThat(state.put(key, row)).as(change).isNotNull();
                    default -> assertThat(state.remove(key)).as(change).isEqualTo(row);
                }
            }
            if (!announcing.contains(snapshots.get(i))) {
                continue;
            }
            List<String> expected = states.get(i).stream().map(Object::toString).toList();
            assertThat(state.values()).containsExactlyInAnyOrderElementsOf(expected);
        }
        assertThat(next).isEqualTo(changes.size());
    }

    /** The snapshots at which all changes so far are told: every one, but with full compactions only those. */
    private static Set<Long> announcing(TestTable table, Setting setting) {
        Set<Long> ids = new HashSet<>();
        for (SnapshotInfo snapshot : table.table.snapshots()) {
            if (!setting.producer().equals("full-compaction") || snapshot.changelogManifestList() != null) {
                ids.add(snapshot.snapshotId());
            }
        }
        return ids;
    }

    private static long snapshot(String change) {
        return Long.parseLong(change.substring(0, change.indexOf(' ')));
    }
}
