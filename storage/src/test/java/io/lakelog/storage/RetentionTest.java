package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FaultyFileSystem;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commits expire by themselves, and what happens when that fails. */
class RetentionTest {
    private static final TableName NAME = new TableName("default", "t");

    private final MovingClock clock = new MovingClock();
    private final AtomicInteger unique = new AtomicInteger();

    private Catalog catalog(FileSystem files) {
        return Catalog.open(
                new Environment(files, clock, () -> String.valueOf(unique.incrementAndGet())), "/warehouse");
    }

    private TestTable open(FileSystem files) {
        return new TestTable(catalog(files).table(NAME));
    }

    private void create(FileSystem files, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "changelog-producer", "lookup",
                "snapshot.num-retained.min", "1",
                "snapshot.time-retained", "3 s"));
        options.putAll(more);
        TestTable.create(catalog(files), options);
    }

    private void commit(TestTable table, int from, int to) {
        for (int i = from; i <= to; i++) {
            clock.move(Duration.ofSeconds(1));
            assertThat(table.upsert(row(1, i), row(i, i))).isEqualTo(i);
        }
    }

    private static List<Long> snapshots(TestTable table) {
        return table.table.snapshots().stream().map(SnapshotInfo::snapshotId).toList();
    }

    private static void assertNothingLeft(MemoryFileSystem files, TestTable table) {
        Set<String> left = new TreeSet<>(files.files());
        left.removeAll(FilesOfTable.reachable(table.table));
        assertThat(left).isEmpty();
    }

    @Test
    void commitsExpireWhatIsOldAndKeepItsChangelog() {
        MemoryFileSystem files = new MemoryFileSystem();
        create(files, Map.of("changelog.time-retained", "6 s"));
        TestTable table = open(files);
        commit(table, 1, 12);
        assertThat(snapshots(table)).containsExactly(9L, 10L, 11L, 12L);
        assertThat(table.changes(0).get(0)).startsWith("6 ");
        assertThatThrownBy(() -> table.changes(5))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("changes of snapshots 6 to 12 can be read");
        assertNothingLeft(files, table);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStateThatExpiresUnderItsReaderIsSaidToHave(boolean keyed) throws Exception {
        MemoryFileSystem files = new MemoryFileSystem();
        catalog(files)
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("p", "id"), List.of(DataType.INT, DataType.INT)),
                                keyed ? List.of("p", "id") : List.of(),
                                List.of("p"),
                                Map.of("bucket", keyed ? "1" : "-1"),
                                null));
        TestTable table = open(files);
        table.upsert(row(1, 1), row(2, 2), row(3, 3));
        try (BatchSource rows = table.table.scan(new ScanRequest(new int[] {0, 1}, null, OptionalLong.of(1)))) {
            assertThat(rows.next()).isNotNull();
            // A partition is opened when the one before it ends: those to come are taken away first.
            List<String> before = files.files();
            table.upsert(row(4, 4));
            for (String file : before) {
                if (file.contains("/bucket-") || file.endsWith("/snapshot-1")) {
                    files.delete(file);
                }
            }
            assertThatThrownBy(() -> {
                        while (rows.next() != null) {}
                    })
                    .isInstanceOf(LakelogException.class)
                    .hasMessageContaining("snapshot 1 of table default.t has expired while it was read")
                    .extracting(e -> ((LakelogException) e).code())
                    .isEqualTo(ErrorCode.INVALID_RANGE);
        }
    }

    @Test
    void aTableWithAProducerKeepsItsChangelogForAWeek() {
        MemoryFileSystem files = new MemoryFileSystem();
        create(files, Map.of());
        TestTable table = open(files);
        commit(table, 1, 5);
        clock.move(Duration.ofDays(6));
        commit(table, 6, 6);
        assertThat(snapshots(table)).containsExactly(6L);
        assertThat(table.changes(0).get(0)).startsWith("1 ");
        clock.move(Duration.ofDays(2));
        commit(table, 7, 7);
        assertThat(table.changes(0).get(0)).startsWith("6 ");
    }

    @Test
    void aWriteOnlyTableLeavesExpiryToOthers() {
        MemoryFileSystem files = new MemoryFileSystem();
        create(files, Map.of("write-only", "true"));
        TestTable table = open(files);
        commit(table, 1, 9);
        assertThat(snapshots(table)).hasSize(9);
        assertThat(table.table.maintenance().expireSnapshots(TableMaintenance.ExpiryRequest.AS_OPTIONS))
                .isEqualTo(5);
    }

    @Test
    void changelogsThatAreNoLongerToOutliveSnapshotsGo() {
        MemoryFileSystem files = new MemoryFileSystem();
        create(files, Map.of("changelog.time-retained", "8 s"));
        commit(open(files), 1, 10);
        catalog(files).alterTable(NAME, List.of(new SchemaChange.SetOption("changelog.time-retained", "3 s")));
        catalog(files).alterTable(NAME, List.of(new SchemaChange.ResetOption("changelog.num-retained.max")));
        TestTable table = open(files);
        commit(table, 11, 15);
        assertThat(((LakeTable) table.table).files().changelogs.list()).isEmpty();
        assertThat(table.changes(0).get(0)).startsWith("12 ");
    }

    @Test
    void tagsGoWhenTheirTimeIsOver() {
        MemoryFileSystem files = new MemoryFileSystem();
        create(files, Map.of());
        TestTable table = open(files);
        commit(table, 1, 1);
        table.table.maintenance().createTag("short", OptionalLong.empty(), Duration.ofSeconds(6));
        table.table.maintenance().createTag("long", OptionalLong.empty(), null);
        commit(table, 2, 6);
        assertThat(table.rowsAt(table.table.tagSnapshot("short"))).hasSize(1);
        commit(table, 7, 9);
        assertThatThrownBy(() -> table.table.tagSnapshot("short")).isInstanceOf(LakelogException.class);
        assertThat(table.rowsAt(table.table.tagSnapshot("long"))).hasSize(1);
        assertNothingLeft(files, table);
    }

    @ParameterizedTest
    @EnumSource(FaultyFileSystem.Effect.class)
    void anExpiryThatFailsFailsNoCommit(FaultyFileSystem.Effect effect) {
        String touchedByExpiryOnly = "/changelog/|/tag(/|$)|/consumer(/|$)|snapshot-[12]$|EARLIEST";
        boolean struck = true;
        for (int n = 1; struck; n++) {
            MemoryFileSystem files = new MemoryFileSystem();
            unique.set(0);
            create(files, Map.of("num-sorted-run.compaction-trigger", "1"));
            commit(open(files), 1, 3);
            FaultyFileSystem faulty = new FaultyFileSystem(files, touchedByExpiryOnly, n, effect);
            TestTable table = open(faulty);
            commit(table, 4, 7);
            struck = faulty.struck();
            TestTable after = open(files);
            clock.move(Duration.ofSeconds(1));
            long last = after.upsert(row(1, 100));
            assertThat(snapshots(after)).endsWith(last);
            after.table.maintenance().removeOrphanFiles(Long.MAX_VALUE, false);
            assertNothingLeft(files, after);
            for (long id : snapshots(after)) {
                after.rowsAt(id);
            }
            after.changes(0);
        }
    }
}
