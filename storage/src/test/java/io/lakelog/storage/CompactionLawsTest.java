package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.row.RowKind;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Metamorphic laws: the same commits come to the same whatever was merged when, and wherever rows lie. */
class CompactionLawsTest {
    private static final AtomicInteger UNIQUE = new AtomicInteger();

    /** A key and its new value, or null for its deletion. */
    private record Step(int key, @Nullable Integer value) {}

    /** A table's options, whether it has background threads, and after which commits it is compacted from outside. */
    private record Stored(Map<String, String> options, boolean threads, int minorEvery, int fullEvery) {}

    @Provide
    Arbitrary<List<List<Step>>> commits() {
        Arbitrary<Step> step = Combinators.combine(
                        Arbitraries.integers().between(0, 12),
                        Arbitraries.integers().between(0, 5).injectNull(0.25))
                .as(Step::new);
        return step.list().ofMinSize(1).ofMaxSize(12).list().ofMinSize(1).ofMaxSize(22);
    }

    @Provide
    Arbitrary<Stored> stored() {
        Arbitrary<Map<String, String>> merging = Combinators.combine(
                        Arbitraries.integers().between(1, 6),
                        Arbitraries.of("0", "1", "200"),
                        Arbitraries.of("0", "100", "200", "100000"),
                        Arbitraries.of("1 b", "1 mb"),
                        Arbitraries.of("true", "false"),
                        Arbitraries.of("true", "false"),
                        Arbitraries.of("true", "false", "false"))
                .as((trigger, ratio, amplification, threshold, up, inside, rewrite) -> Map.of(
                        "num-sorted-run.compaction-trigger", trigger.toString(),
                        "compaction.size-ratio", ratio,
                        "compaction.max-size-amplification-percent", amplification,
                        "compaction.total-size-threshold", threshold,
                        "compaction.force-up-level-0", up,
                        "commit.force-compact", inside,
                        "compaction.force-rewrite-all-files", rewrite));
        return Combinators.combine(
                        merging,
                        Arbitraries.of("none", "lookup", "full-compaction", "input"),
                        Arbitraries.integers().between(1, 3),
                        Arbitraries.of("1 b", "3 kb", "128 mb"),
                        Arbitraries.of("1 b", "2 kb", "64 mb"),
                        Arbitraries.integers().between(1, 4),
                        Arbitraries.integers().between(2, 5),
                        Arbitraries.integers().between(1, 400))
                .as((options, producer, buckets, file, buffer, delta, merged, mix) -> {
                    Map<String, String> all = new HashMap<>(options);
                    all.put("changelog-producer", producer);
                    all.put("bucket", String.valueOf(buckets));
                    all.put("target-file-size", file);
                    all.put("write-buffer-size", buffer);
                    all.put("full-compaction.delta-commits", String.valueOf(delta));
                    all.put("manifest.merge-min-count", String.valueOf(merged));
                    all.put("manifest.target-file-size", mix % 2 == 0 ? "8 mb" : "3 kb");
                    all.put("manifest.full-compaction-threshold-size", mix % 3 == 0 ? "6 kb" : "16 mb");
                    if (mix % 5 == 0) {
                        all.put("num-levels", String.valueOf(2 + mix % 4));
                    }
                    return new Stored(all, mix % 4 == 0, 1 + mix % 7, 1 + mix % 11);
                });
    }

    @Property(tries = 60)
    void theAnswerDoesNotDependOnHowRowsAreStored(
            @ForAll("stored") Stored stored, @ForAll("commits") List<List<Step>> commits) {
        try (Catalog catalog = catalog(stored.threads())) {
            TestTable table = create(catalog, stored.options());
            Map<Integer, Integer> model = new TreeMap<>();
            List<Long> ids = new ArrayList<>();
            for (int i = 0; i < commits.size(); i++) {
                ids.add(commit(table, commits.get(i), model));
                assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(rows(model));
                if (i % stored.minorEvery() == 0) {
                    table.table.maintenance().compact(List.of(), false);
                }
                if (i % stored.fullEvery() == 0) {
                    table.table.compact();
                }
                assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(rows(model));
            }
            table.table.compact();
            assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(rows(model));
            if (!"input".equals(stored.options().get("changelog-producer"))) {
                assertThat(state(table.changes(0)).values())
                        .containsExactlyInAnyOrderElementsOf(
                                rows(model).stream().map(Object::toString).toList());
            }
            checkSnapshots(table, ids);
            assertThat(table.table.maintenance().removeOrphanFiles(Long.MAX_VALUE, true))
                    .isEmpty();
        }
    }

    /** One for each statement, and for compactions that are not part of one. */
    private static void checkSnapshots(TestTable table, List<Long> ids) {
        assertThat(ids).doesNotHaveDuplicates();
        List<Long> appended = new ArrayList<>();
        for (SnapshotInfo snapshot : table.table.snapshots()) {
            if (!snapshot.commitKind().equals("COMPACT")) {
                appended.add(snapshot.snapshotId());
            }
        }
        assertThat(appended).isEqualTo(ids);
    }

    @Property(tries = 40)
    void withCompactionsInsideCommitsSnapshotsAreStatements(
            @ForAll("stored") Stored stored, @ForAll("commits") List<List<Step>> commits) {
        Map<String, String> options = new HashMap<>(stored.options());
        options.put("commit.force-compact", "true");
        try (Catalog catalog = catalog(stored.threads())) {
            TestTable table = create(catalog, options);
            Map<Integer, Integer> model = new TreeMap<>();
            int trigger = Integer.parseInt(options.get("num-sorted-run.compaction-trigger"));
            for (int i = 0; i < commits.size(); i++) {
                assertThat(commit(table, commits.get(i), model)).isEqualTo(i + 1);
                assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(rows(model));
                // A commit that is spilled or cut leaves a run for each file on level 0 if nothing merges it.
                if ("128 mb".equals(options.get("target-file-size"))) {
                    assertThat(table.table.inspect().sortedRuns()).allMatch(runs -> runs <= Math.max(trigger, 2));
                }
            }
        }
    }

    /** Between two full compactions, first image to last. */
    @Property(tries = 40)
    void fullCompactionsTellTheNetOfWhatLookupsTell(
            @ForAll("stored") Stored stored, @ForAll("commits") List<List<Step>> commits) {
        Map<String, String> options = new HashMap<>(stored.options());
        options.put("changelog-producer.row-deduplicate", "true");
        try (Catalog catalog = catalog(false);
                Catalog other = catalog(false)) {
            options.put("changelog-producer", "full-compaction");
            TestTable full = create(catalog, options);
            options.put("changelog-producer", "lookup");
            TestTable lookup = create(other, options);
            Map<Integer, Integer> model = new TreeMap<>();
            int told = 0;
            long fullSeen = 0;
            for (int i = 0; i < commits.size(); i++) {
                long snapshot = commit(full, commits.get(i), new TreeMap<>(model));
                commit(lookup, commits.get(i), model);
                if (i == commits.size() - 1) {
                    snapshot = full.table.compact().orElse(snapshot);
                }
                List<String> announced = withoutIds(full.changes(fullSeen + 1));
                if (full.table.snapshots().get((int) snapshot - 1).changelogManifestList() != null) {
                    assertThat(announced).containsExactlyInAnyOrderElementsOf(net(lookup.changes(told + 1)));
                    told = i + 1;
                } else {
                    assertThat(announced).isEmpty();
                }
                fullSeen = full.table.latestSnapshotId().orElseThrow();
            }
        }
    }

    private static Catalog catalog(boolean threads) {
        Environment world =
                new Environment(new MemoryFileSystem(), Clock.systemUTC(), () -> "u" + UNIQUE.incrementAndGet());
        return Catalog.open(world.withBackgroundThreads(threads), "/warehouse");
    }

    private static TestTable create(Catalog catalog, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("snapshot.num-retained.min", "1000");
        return TestTable.create(catalog, all);
    }

    private static long commit(TestTable table, List<Step> steps, Map<Integer, Integer> model) {
        try (TableWrite write = table.table.newWrite(OptionalLong.empty())) {
            for (Step step : steps) {
                boolean deleted = step.value() == null;
                write.write(
                        table.batch(List.of(row(step.key(), step.value()))), deleted ? RowKind.DELETE : RowKind.INSERT);
                if (deleted) {
                    model.remove(step.key());
                } else {
                    model.put(step.key(), step.value());
                }
            }
            return write.commit().orElseThrow();
        }
    }

    private static List<List<@Nullable Object>> rows(Map<Integer, Integer> model) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        model.forEach((id, v) -> rows.add(row(id, v)));
        return rows;
    }

    private static List<String> withoutIds(List<String> changes) {
        return changes.stream()
                .map(change -> change.substring(change.indexOf(' ') + 1))
                .collect(Collectors.toList());
    }

    private static Map<String, String> state(List<String> changes) {
        Map<String, String> state = new HashMap<>();
        for (String change : withoutIds(changes)) {
            String key = key(change);
            if (change.startsWith("-")) {
                assertThat(state.remove(key)).as(change).isEqualTo(change.substring(3));
            } else {
                assertThat(state.put(key, change.substring(3))).as(change).isNull();
            }
        }
        return state;
    }

    private static String key(String change) {
        return change.substring(change.indexOf('['), change.indexOf(','));
    }

    /** What some changes come to, key by key. */
    private static List<String> net(List<String> changes) {
        Map<String, @Nullable String> first = new LinkedHashMap<>();
        Map<String, @Nullable String> last = new HashMap<>();
        for (String change : withoutIds(changes)) {
            String key = key(change);
            boolean gone = change.startsWith("-");
            if (!first.containsKey(key)) {
                first.put(key, gone ? change.substring(3) : null);
            }
            last.put(key, gone ? null : change.substring(3));
        }
        List<String> net = new ArrayList<>();
        first.forEach((key, before) -> {
            String after = last.get(key);
            if (before == null && after != null) {
                net.add("+I " + after);
            } else if (before != null && after == null) {
                net.add("-D " + before);
            } else if (before != null && after != null && !before.equals(after)) {
                net.add("-U " + before);
                net.add("+U " + after);
            }
        });
        return net;
    }
}
