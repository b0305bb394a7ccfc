package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.GatedFileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compactions beside writers: who waits for whom, what is told, and that nothing is left running or lying about. */
@Timeout(60)
class BackgroundCompactionTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final String THREAD = "lakelog-compaction";
    private static final AtomicInteger UNIQUE = new AtomicInteger();

    private final MemoryFileSystem memory = new MemoryFileSystem();
    private final GatedFileSystem files = new GatedFileSystem(memory, THREAD);

    private Catalog catalog() {
        Environment world = new Environment(files, Clock.systemUTC(), () -> "u" + UNIQUE.incrementAndGet());
        return Catalog.open(world.withBackgroundThreads(true), "/warehouse");
    }

    private static TestTable create(Catalog catalog, String... options) {
        Map<String, String> all = new HashMap<>(Map.of("num-sorted-run.compaction-trigger", "3"));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return TestTable.create(catalog, all);
    }

    private static int runs(TestTable table) {
        return table.table.inspect().buckets().get(0).sortedRuns();
    }

    private static List<String> kinds(TestTable table) {
        return table.table.snapshots().stream().map(SnapshotInfo::commitKind).toList();
    }

    private static void awaitCompaction(TestTable table) {
        while (!kinds(table).contains("COMPACT")) {
            Thread.onSpinWait();
        }
    }

    /** Threads end soon after their work. */
    private static void awaitNoThread() {
        while (isThreadAlive()) {
            Thread.onSpinWait();
        }
    }

    private static boolean isThreadAlive() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals(THREAD) && thread.isAlive());
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "input", "full-compaction"})
    void writersGoOnWhileRunsAreMergedAndTheirRowsStay(String producer) throws Exception {
        try (Catalog catalog = catalog()) {
            TestTable table = create(catalog, "changelog-producer", producer, "full-compaction.delta-commits", "100");
            files.shut(true);
            for (int i = 1; i <= 3; i++) {
                table.upsert(row(1, i), row(10 + i, i));
            }
            files.awaitArrival();
            table.upsert(row(1, 4), row(2, 4));
            table.delete(row(11, 1));
            List<String> before = table.changes(0);
            assertThat(kinds(table)).containsExactly("APPEND", "APPEND", "APPEND", "APPEND", "APPEND");
            files.shut(false);
            awaitCompaction(table);
            assertThat(table.rows()).containsExactlyInAnyOrder(row(1, 4), row(2, 4), row(12, 2), row(13, 3));
            assertThat(table.changes(0)).isEqualTo(before);
        }
        awaitNoThread();
    }

    @Test
    void writersWaitAtTheStopTriggerAndNotBefore() throws Exception {
        try (Catalog catalog = catalog()) {
            TestTable table = create(catalog, "num-sorted-run.stop-trigger", "5");
            files.shut(true);
            for (int i = 1; i <= 5; i++) {
                table.upsert(row(i, i));
            }
            assertThat(runs(table)).isEqualTo(5);
            CompletableFuture<Long> sixth = new CompletableFuture<>();
            Thread writer = new Thread(() -> sixth.complete(table.upsert(row(6, 6))));
            writer.start();
            while (writer.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            assertThat(table.table.latestSnapshotId()).hasValue(5);
            assertThat(table.rows()).hasSize(5);
            files.shut(false);
            assertThat(sixth.get()).isGreaterThan(6);
            assertThat(kinds(table).subList(0, 6))
                    .containsExactly("APPEND", "APPEND", "APPEND", "APPEND", "APPEND", "COMPACT");
            assertThat(table.rows()).hasSize(6);
            writer.join();
        }
    }

    @Test
    void closingLetsItComeToItsEnd() throws Exception {
        Catalog catalog = catalog();
        TestTable table = create(catalog);
        files.shut(true);
        IntStream.rangeClosed(1, 3).forEach(i -> table.upsert(row(i, i)));
        files.awaitArrival();
        Thread closing = new Thread(catalog::close);
        closing.start();
        while (closing.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        files.shut(false);
        closing.join();
        assertThat(kinds(table)).containsExactly("APPEND", "APPEND", "APPEND", "COMPACT");
        awaitNoThread();
        // Afterwards whoever writes compacts.
        IntStream.rangeClosed(4, 9).forEach(i -> table.upsert(row(i, i)));
        assertThat(runs(table)).isLessThanOrEqualTo(3);
        assertThat(table.rows()).hasSize(9);
    }

    @Test
    void aFailureIsToldToTheWriterThatHasToWaitAndLeavesNothing() {
        try (Catalog catalog = catalog()) {
            TestTable table = create(catalog, "num-sorted-run.stop-trigger", "4");
            files.fail(true);
            IntStream.rangeClosed(1, 4).forEach(i -> table.upsert(row(i, i)));
            assertThatThrownBy(() -> table.upsert(row(5, 5)))
                    .isInstanceOfSatisfying(
                            LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO))
                    .hasMessageContaining("'num-sorted-run.stop-trigger' = 4")
                    .hasMessageContaining("injected fault");
            assertThat(table.rows()).hasSize(4);
            assertThat(table.table.maintenance().removeOrphanFiles(Long.MAX_VALUE, true))
                    .isEmpty();
            files.fail(false);
            table.upsert(row(5, 5));
            assertThat(table.rows()).hasSize(5);
            assertThat(kinds(table)).contains("COMPACT");
        }
    }

    @Test
    void aTableThatIsDroppedTakesItAlong() throws Exception {
        try (Catalog catalog = catalog()) {
            TestTable table = create(catalog, "bucket", "1");
            files.shut(true);
            IntStream.rangeClosed(1, 3).forEach(i -> table.upsert(row(i, i)));
            files.awaitArrival();
            Thread going = new Thread(() -> catalog.dropTable(NAME));
            going.start();
            while (going.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            files.shut(false);
            going.join();
            assertThat(catalog.tables("default")).isEmpty();
            assertThat(memory.list("/warehouse/default.db")).isEmpty();
        }
    }

    @Test
    void snapshotsThatAppearWhereATableHasBeenAreNotTheNextOnes() throws Exception {
        try (Catalog catalog = catalog()) {
            TestTable table = create(catalog, "bucket", "1");
            table.upsert(row(1, 1));
            byte[] late = memory.read("/warehouse/default.db/t/snapshot/snapshot-1");
            catalog.dropTable(NAME);
            memory.createIfAbsent("/warehouse/default.db/t/snapshot/snapshot-1", late);
            assertThatThrownBy(() -> create(catalog, "bucket", "1"))
                    .hasMessageContaining("/warehouse/default.db/t holds snapshots without a schema");
            memory.deleteRecursively("/warehouse/default.db/t");
            assertThat(create(catalog, "bucket", "1").rows()).isEmpty();
        }
    }

    @Test
    void insideTheCommitWhenAsked() {
        try (Catalog catalog = catalog()) {
            TestTable table = create(catalog, "commit.force-compact", "true");
            List<Integer> runs = new ArrayList<>();
            for (int i = 1; i <= 12; i++) {
                table.upsert(row(i % 4, i));
                table.delete(row(5, null), row(i % 4 + 1, null));
                runs.add(runs(table));
            }
            assertThat(kinds(table)).hasSize(24).containsOnly("APPEND");
            assertThat(runs).allMatch(count -> count <= 3);
            assertThat(table.rows()).containsExactlyInAnyOrder(row(0, 12), row(3, 11), row(2, 10));
        }
    }

    /** Catalogs share nothing but files, as processes do. */
    @ParameterizedTest
    @ValueSource(strings = {"none", "input", "full-compaction"})
    void twoProcessesDoNotHarmEachOther(String producer) throws Exception {
        Map<Integer, Integer> model = new TreeMap<>();
        try (Catalog first = catalog();
                Catalog second = catalog()) {
            create(
                    first,
                    "bucket",
                    "2",
                    "changelog-producer",
                    producer,
                    "full-compaction.delta-commits",
                    "9",
                    "snapshot.num-retained.min",
                    "1000",
                    "num-sorted-run.stop-trigger",
                    "4");
            List<Thread> writers = new ArrayList<>();
            List<Throwable> failures = new ArrayList<>();
            for (int w = 0; w < 2; w++) {
                int writer = w;
                TestTable table = new TestTable((w == 0 ? first : second).table(NAME));
                Thread thread = new Thread(() -> {
                    for (int i = 0; i < 25; i++) {
                        table.upsert(row(writer, i), row(100 + writer + 2 * i, i));
                    }
                });
                thread.setUncaughtExceptionHandler((who, e) -> {
                    synchronized (failures) {
                        failures.add(e);
                    }
                });
                writers.add(thread);
                for (int i = 0; i < 25; i++) {
                    model.put(writer, i);
                    model.put(100 + writer + 2 * i, i);
                }
            }
            writers.forEach(Thread::start);
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(failures).isEmpty();
        }
        try (Catalog third = catalog()) {
            TestTable table = new TestTable(third.table(NAME));
            List<List<@Nullable Object>> expected = new ArrayList<>();
            model.forEach((id, v) -> expected.add(row(id, v)));
            assertThat(table.rows()).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(kinds(table).stream().filter("APPEND"::equals)).hasSize(50);
            assertThat(kinds(table)).contains("COMPACT");
            assertThat(table.table.maintenance().removeOrphanFiles(Long.MAX_VALUE, true))
                    .isEmpty();
        }
    }
}
