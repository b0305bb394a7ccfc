package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.env.RecordingFileSystem;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.SpanningKey;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that move between partitions: races, what they cost, what is refused. */
class SpanningKeyTest {
    private static final TableName NAME = new TableName("default", "t");

    private final AtomicInteger unique = new AtomicInteger();

    private TestTable open(FileSystem files) {
        return new TestTable(catalog(files).table(NAME));
    }

    private Catalog catalog(FileSystem files) {
        return Catalog.open(
                new Environment(
                        files, Clock.systemUTC(), () -> "u" + unique.incrementAndGet(), "/tmp", 1L << 30, false),
                "/warehouse");
    }

    private void create(FileSystem files, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put(SpanningKey.OPTION, "id");
        catalog(files)
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(
                                        List.of("id", "v", "p"),
                                        List.of(DataType.INT, DataType.STRING, DataType.STRING)),
                                List.of("id", "p"),
                                List.of("p"),
                                all,
                                null));
    }

    /** Each catalog is as a process of its own: nobody tells it where the others have put a key. */
    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "input"})
    void racingWritersLeaveOneRowForEachKey(String producer) throws Exception {
        FileSystem files = new MemoryFileSystem();
        create(files, Map.of("changelog-producer", producer, "bucket", "2"));
        int writers = 3;
        int commits = 12;
        int keys = 6;
        ExecutorService threads = Executors.newFixedThreadPool(writers);
        try {
            List<Future<Integer>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                TestTable table = open(files);
                Callable<Integer> work = () -> {
                    Random random = new Random(writer);
                    for (int i = 0; i < commits; i++) {
                        table.upsert(
                                row(random.nextInt(keys), writer + "-" + i, "p" + random.nextInt(4)),
                                row(i % keys, writer + "+" + i, "p" + writer));
                    }
                    return commits;
                };
                running.add(threads.submit(work));
            }
            for (Future<Integer> writer : running) {
                assertThat(writer.get()).isEqualTo(commits);
            }
        } finally {
            threads.shutdownNow();
        }
        TestTable table = open(files);
        assertThat(table.rows().stream().map(row -> row.get(0)))
                .doesNotHaveDuplicates()
                .hasSize(keys);
        Map<String, String> state = new HashMap<>();
        for (String change : table.changes(1)) {
            String image = change.substring(change.indexOf('['));
            String key = image.substring(0, image.indexOf(','));
            if (change.contains(" -U ")) {
                assertThat(state.remove(key)).as(change).isEqualTo(image);
            } else {
                assertThat(change).containsPattern(" \\+[IU] ");
                assertThat(state.put(key, image)).as(change).isNull();
            }
        }
        assertThat(state.values())
                .containsExactlyInAnyOrderElementsOf(
                        table.rows().stream().map(Object::toString).toList());
    }

    /** Two writers that know of no row put one new key into different partitions. */
    @Test
    void theLoserOfARaceMovesTheRowOfTheWinner() {
        FileSystem files = new MemoryFileSystem();
        create(files, Map.of("changelog-producer", "lookup"));
        TestTable first = open(files);
        TestTable second = open(files);
        first.upsert(row(1, "seen by both", "p0"));
        second.upsert(row(1, "seen by both", "p0"));
        try (TableWrite write = second.table.newWrite(OptionalLong.empty())) {
            write.write(second.batch(List.of(row(2, "loser", "p2"))), RowKind.INSERT);
            first.upsert(row(2, "winner", "p1"));
            write.commit();
        }
        assertThat(second.rows()).containsExactlyInAnyOrder(row(1, "seen by both", "p0"), row(2, "loser", "p2"));
        assertThat(second.changes(3))
                .containsExactly("3 +I [2, winner, p1]", "4 -U [2, winner, p1]", "4 +U [2, loser, p2]");
    }

    /** Of many partitions only those are opened in which the written keys are. */
    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none"})
    void aCommitLooksWhereItsKeysLive(String producer) {
        RecordingFileSystem files = new RecordingFileSystem(new MemoryFileSystem(), path -> path);
        create(files, Map.of("changelog-producer", producer, "num-sorted-run.compaction-trigger", "100"));
        TestTable table = open(files);
        int partitions = 40;
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            rows.add(row(i, "v", "p" + i % partitions));
        }
        table.commit(RowKind.INSERT, rows);
        // Where keys live is read once.
        table.upsert(row(3, "w", "p3"));
        files.take();
        table.upsert(row(4, "w", "p17"), row(1000, "new", "p5"));
        assertThat(files.take().stream().filter(line -> line.startsWith("open ") && line.contains("/data-")))
                .hasSizeLessThanOrEqualTo(4)
                .anyMatch(line -> line.contains("/p=p4/"))
                .noneMatch(line -> line.contains("/p=p20/"));
        assertThat(table.rows()).hasSize(401).contains(row(4, "w", "p17"), row(1000, "new", "p5"));
    }

    @Test
    void singlePartitionsAreNotCompactedWhileChangesWait() {
        FileSystem files = new MemoryFileSystem();
        create(files, Map.of("changelog-producer", "full-compaction", "full-compaction.delta-commits", "100"));
        TestTable table = open(files);
        table.upsert(row(1, "a", "p0"));
        table.upsert(row(1, "b", "p1"));
        assertThatThrownBy(() -> table.table.maintenance().compact(List.of("p=p1"), true))
                .hasMessageContaining("leave 'partitions' out");
        table.table.maintenance().compact(List.of(), true);
        assertThat(table.changes(1)).containsExactly("3 +I [1, b, p1]");
        table.upsert(row(1, "c", "p0"));
        table.table.maintenance().compact(List.of(), true);
        assertThat(table.changes(4)).containsExactly("5 -U [1, b, p1]", "5 +U [1, c, p0]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "merge-engine=partial-update",
                "merge-engine=first-row",
                "sequence.field=v",
                "rowkind.field=v",
                "ignore-delete=true",
                "bucket=-1",
                "write-only=true"
            })
    void whatDoesNotGoTogetherIsRefusedByName(String option) {
        FileSystem files = new MemoryFileSystem();
        int equals = option.indexOf('=');
        assertThatThrownBy(() -> create(files, Map.of(option.substring(0, equals), option.substring(equals + 1))))
                .hasMessageContaining("move between partitions")
                .hasMessageContaining(
                        option.startsWith("merge") ? option.substring(equals + 1) : option.substring(0, equals));
    }
}
