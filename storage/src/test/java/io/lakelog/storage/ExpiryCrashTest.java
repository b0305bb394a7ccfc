package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.env.CrashFileSystem;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.snapshot.Tag;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A power cut at any sync of an expiry, of a tag's coming and going, or of a rollback: what is listed can be read, tags
 * that were acknowledged are there, nothing newer is lost, and what is left over can be found and removed.
 */
class ExpiryCrashTest {
    private static final TableName NAME = new TableName("default", "t");
    private static final AtomicInteger UNIQUE = new AtomicInteger();

    private final Map<Long, Set<List<@Nullable Object>>> states = new HashMap<>();

    private record Acknowledged(int syncs, long newest, Set<String> tags) {}

    private static Environment on(FileSystem files) {
        return new Environment(files, new MovingClock(), () -> "u" + UNIQUE.incrementAndGet());
    }

    private static TestTable open(FileSystem files) {
        return new TestTable(Catalog.open(on(files), "/warehouse").table(NAME));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none"})
    void whatIsListedCanBeRead(String producer) {
        CrashFileSystem files = new CrashFileSystem();
        Catalog.open(on(files), "/warehouse")
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                                List.of("id"),
                                List.of(),
                                Map.of(
                                        "changelog-producer",
                                        producer,
                                        "num-sorted-run.compaction-trigger",
                                        "2",
                                        "snapshot.num-retained.min",
                                        "100",
                                        "manifest.merge-min-count",
                                        "3"),
                                null));
        List<Acknowledged> acknowledged = work(files);
        int begin = acknowledged.get(0).syncs();
        for (int crash = begin + 1; crash <= files.syncs() + 1; crash++) {
            for (long seed = 0; seed < 4; seed++) {
                int at = crash;
                Acknowledged last = acknowledged.stream()
                        .filter(step -> step.syncs() < at)
                        .reduce((a, b) -> b)
                        .orElseThrow();
                check(files.crashAt(crash, seed), last, "crash at sync " + crash + " with seed " + seed);
            }
        }
    }

    private List<Acknowledged> work(CrashFileSystem files) {
        TestTable table = open(files);
        TableMaintenance maintenance = table.table.maintenance();
        List<Acknowledged> acknowledged = new ArrayList<>();
        Set<String> tags = new TreeSet<>();
        for (int i = 1; i <= 7; i++) {
            table.upsert(row(1, "a" + i), row(2 + i % 3, "b" + i), row(10 + i, "c"));
            remember(table);
        }
        acknowledge(acknowledged, files, table, tags);
        maintenance.createTag("first", OptionalLong.of(2), null);
        tags.add("first");
        acknowledge(acknowledged, files, table, tags);
        maintenance.expireSnapshots(retain(4));
        acknowledge(acknowledged, files, table, tags);
        maintenance.createTag("second", OptionalLong.of(states.size() - 2), null);
        tags.add("second");
        acknowledge(acknowledged, files, table, tags);
        maintenance.rollbackTo(2);
        states.put(table.table.latestSnapshotId().orElseThrow(), new HashSet<>(table.rows()));
        acknowledge(acknowledged, files, table, tags);
        maintenance.expireSnapshots(retain(1));
        maintenance.expireChangelogs(retain(3));
        acknowledge(acknowledged, files, table, tags);
        tags.remove("first");
        maintenance.deleteTag("first");
        acknowledge(acknowledged, files, table, tags);
        return acknowledged;
    }

    private static TableMaintenance.ExpiryRequest retain(int snapshots) {
        return new TableMaintenance.ExpiryRequest(
                OptionalInt.of(snapshots), OptionalInt.of(snapshots), OptionalLong.empty(), OptionalInt.empty());
    }

    private void remember(TestTable table) {
        long newest = table.table.latestSnapshotId().orElseThrow();
        for (long id = states.size() + 1; id <= newest; id++) {
            states.put(id, new HashSet<>(table.rows()));
        }
    }

    private static void acknowledge(
            List<Acknowledged> acknowledged, CrashFileSystem files, TestTable table, Set<String> tags) {
        acknowledged.add(
                new Acknowledged(files.syncs(), table.table.latestSnapshotId().orElseThrow(), new TreeSet<>(tags)));
    }

    private void check(CrashFileSystem files, Acknowledged last, String when) {
        TestTable table = open(files);
        assertThat(table.table.latestSnapshotId().orElseThrow()).as(when).isGreaterThanOrEqualTo(last.newest());
        Set<Long> listed = new TreeSet<>();
        table.table.snapshots().forEach(snapshot -> listed.add(snapshot.snapshotId()));
        List<String> tags = new ArrayList<>();
        for (Tag tag : table.table.maintenance().tags()) {
            tags.add(tag.name());
            listed.add(tag.snapshot().id());
        }
        // A deletion under way may or may not have taken place.
        Set<String> expected = new TreeSet<>(last.tags());
        expected.remove("first");
        assertThat(tags).as(when).containsAll(expected);
        for (long id : listed) {
            assertThat(new HashSet<>(table.rowsAt(id)))
                    .as("%s: state %s", when, id)
                    .isEqualTo(states.get(id));
        }
        table.changes(0);
        table.upsert(row(1, "on"));
        TableMaintenance maintenance = table.table.maintenance();
        maintenance.removeOrphanFiles(Long.MAX_VALUE, false);
        Set<String> left = new TreeSet<>(files.memory().files());
        left.removeAll(FilesOfTable.reachable(table.table));
        assertThat(left).as(when).isEmpty();
        maintenance.expireSnapshots(retain(1));
        assertThat(table.rows()).contains(row(1, "on"));
    }
}
