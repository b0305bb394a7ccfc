package io.lakelog.storage;

import static io.lakelog.storage.TestTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.MeddledFileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Another process commits, compacts and expires all states before its own, between any two files that somebody reads: a
 * writer goes on from what is there then, and a reader is told.
 */
class ExpiryUnderWorkTest {
    private static final TableName NAME = new TableName("default", "t");

    private final MovingClock clock = new MovingClock();
    private final AtomicInteger unique = new AtomicInteger();

    private TestTable open(FileSystem files) {
        Environment environment = new Environment(files, clock, () -> String.valueOf(unique.incrementAndGet()));
        return new TestTable(Catalog.open(environment, "/warehouse").table(NAME));
    }

    private MemoryFileSystem tableWithRows(String producer, boolean keyed, Map<String, String> more) {
        MemoryFileSystem files = new MemoryFileSystem();
        create(files, producer, keyed, more);
        TestTable table = open(files);
        for (int i = 0; i < 3; i++) {
            table.upsert(row(i, 0), row(9, i));
        }
        return files;
    }

    private void create(FileSystem files, String producer, boolean keyed, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "changelog-producer", producer,
                "snapshot.num-retained.min", "1",
                "snapshot.num-retained.max", "1",
                "snapshot.time-retained", "1 ms",
                "num-sorted-run.compaction-trigger", "3"));
        options.putAll(more);
        Environment environment = new Environment(files, clock, () -> String.valueOf(unique.incrementAndGet()));
        Catalog.open(environment, "/warehouse")
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.INT)),
                                keyed ? List.of("id") : List.of(),
                                List.of(),
                                options,
                                null));
    }

    /** Does some work while another process meddles, at each point at which it can; what is there then is checked. */
    private void everywhere(
            String producer,
            boolean keyed,
            Map<String, String> more,
            Consumer<TestTable> work,
            Consumer<TestTable> check) {
        boolean struck = true;
        int unknowns = 0;
        for (int n = 1; struck; n++) {
            MemoryFileSystem files = tableWithRows(producer, keyed, more);
            MeddledFileSystem meddled = new MeddledFileSystem(files, "/manifest/|/bucket-|/snapshot/snapshot-", n);
            TestTable mine = open(meddled);
            TestTable other = open(files);
            meddled.meddle(() -> {
                clock.move(Duration.ofSeconds(1));
                other.upsert(row(5, 500), row(7, 700));
                clock.move(Duration.ofSeconds(1));
                other.table.compact();
                clock.move(Duration.ofSeconds(1));
                other.upsert(row(7, 701));
                clock.move(Duration.ofSeconds(1));
                other.table.maintenance().expireSnapshots(TableMaintenance.ExpiryRequest.AS_OPTIONS);
                assertThat(other.table.snapshots()).hasSize(1);
            });
            boolean unknown = false;
            try {
                work.accept(mine);
            } catch (LakelogException e) {
                // The snapshot's number was used, and free again, in the moment in which it was claimed.
                assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.COMMIT_UNKNOWN);
                unknown = true;
            }
            struck = meddled.struck();
            if (struck) {
                TestTable after = open(files);
                after.rows();
                for (SnapshotInfo snapshot : after.table.snapshots()) {
                    after.rowsAt(snapshot.snapshotId());
                }
                if (!unknown) {
                    check.accept(after);
                }
                unknowns += unknown ? 1 : 0;
            }
            assertThat(n).isLessThan(300);
        }
        assertThat(unknowns).isLessThanOrEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "lookup, commit.force-compact, false",
        "none, commit.force-compact, true",
        "none, commit.force-compact, false",
        "input, commit.force-compact, true",
        "full-compaction, full-compaction.delta-commits, 1",
        "full-compaction, full-compaction.delta-commits, 10"
    })
    void aWriterGoesOnFromTheStateThatIsThere(String producer, String option, String value) {
        everywhere(
                producer,
                true,
                Map.of(option, value),
                table -> table.upsert(row(1, 1), row(9, 9)),
                table -> assertThat(table.rows())
                        .containsExactlyInAnyOrder(
                                row(0, 0), row(1, 1), row(2, 0), row(5, 500), row(7, 701), row(9, 9)));
    }

    @Test
    void theFirstSnapshotMayBeFollowedAtOnce() {
        boolean struck = true;
        for (int n = 1; struck; n++) {
            MemoryFileSystem files = new MemoryFileSystem();
            create(files, "lookup", true, Map.of("snapshot.num-retained.max", "9", "snapshot.time-retained", "1 h"));
            MeddledFileSystem meddled = new MeddledFileSystem(files, "/snapshot/", n);
            TestTable mine = open(meddled);
            TestTable other = open(files);
            meddled.meddle(() -> {
                other.upsert(row(1, 1));
                other.upsert(row(2, 2));
            });
            mine.upsert(row(3, 3));
            struck = meddled.struck();
            assertThat(open(files).rows()).hasSize(struck ? 3 : 1).contains(row(3, 3));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none", "full-compaction"})
    void aCompactionGoesOnFromTheStateThatIsThere(String producer) {
        everywhere(
                producer,
                true,
                Map.of("full-compaction.delta-commits", "100"),
                table -> table.table.compact(),
                table -> assertThat(table.rows())
                        .containsExactlyInAnyOrder(
                                row(0, 0), row(1, 0), row(2, 0), row(5, 500), row(7, 701), row(9, 2)));
    }

    @Test
    void rowsAreAppendedToTheStateThatIsThere() {
        everywhere(
                "none",
                false,
                Map.of(),
                table -> table.upsert(row(1, 1)),
                table -> assertThat(table.rows()).hasSize(10).contains(row(1, 1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none"})
    void aReaderSeesWhatIsThereOrIsTold(String producer) {
        everywhere(producer, true, Map.of(), table -> expired(table::rows), table -> {});
        everywhere("none", false, Map.of(), table -> expired(table::rows), table -> {});
    }

    @ParameterizedTest
    @CsvSource({"lookup, false", "lookup, true", "none, false", "none, true", "full-compaction, false"})
    void whoReadsChangesIsTold(String producer, boolean net) {
        everywhere(
                producer,
                true,
                Map.of(
                        "changelog.time-retained",
                        "1 ms",
                        "changelog.num-retained.max",
                        "1",
                        "changelog.num-retained.min",
                        "1"),
                table -> expired(() -> {
                    long newest = table.table.latestSnapshotId().orElse(0);
                    ChangesRequest request = new ChangesRequest(new int[] {0, 1}, newest, OptionalLong.empty(), net);
                    try (BatchSource changes = table.table.changes(request)) {
                        for (Batch batch = changes.next(); batch != null; ) {
                            batch = changes.next();
                        }
                    }
                }),
                table -> {});
    }

    /** Nothing but that what was read, or asked for, has expired. */
    private static void expired(Runnable read) {
        try {
            read.run();
        } catch (LakelogException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.INVALID_RANGE);
            assertThat(e).hasMessageMatching("(?s).*(expired|does not exist|can be read).*");
        }
    }

    @Test
    void rowsOfAStateThatIsGoneAreFoundAgainBeforeTheyAreTakenOut() {
        MemoryFileSystem files = tableWithRows("none", false, Map.of());
        TestTable mine = open(files);
        TestTable other = open(files);
        long base = mine.table.latestSnapshotId().orElseThrow();
        long[] ids = rowIds(mine, base);
        try (TableWrite write = mine.table.newWrite(OptionalLong.of(base))) {
            write.remove(ids);
            clock.move(Duration.ofSeconds(1));
            other.table.compact();
            clock.move(Duration.ofSeconds(1));
            other.commit(RowKind.INSERT, List.of(row(4, 4)));
            assertThat(other.table.snapshots()).hasSize(1);
            assertThatThrownBy(write::commit)
                    .isInstanceOf(LakelogException.class)
                    .extracting(e -> ((LakelogException) e).code())
                    .isEqualTo(ErrorCode.CONFLICT);
        }
        assertThat(mine.rows()).hasSize(7);
    }

    private static long[] rowIds(TestTable table, long snapshot) {
        try (BatchSource rows =
                table.table.scanWithRowIds(new ScanRequest(new int[] {0}, null, OptionalLong.of(snapshot)))) {
            Batch batch = rows.next();
            assertThat(batch).isNotNull();
            return ((io.lakelog.storage.row.Column.Longs) batch.column(1)).values.clone();
        }
    }

    @Test
    void aReaderOfATableThatIsDroppedIsToldThat() throws Exception {
        MemoryFileSystem files = tableWithRows("none", false, Map.of("target-file-size", "1 b"));
        TestTable table = open(files);
        OptionalLong newest = table.table.latestSnapshotId();
        try (BatchSource rows = table.table.scan(new ScanRequest(new int[] {0}, null, newest))) {
            assertThat(rows.next()).isNotNull();
            files.deleteRecursively("/warehouse/default.db/t");
            assertThatThrownBy(() -> {
                        while (rows.next() != null) {}
                    })
                    .isInstanceOf(LakelogException.class)
                    .hasMessageContaining("table default.t was dropped while it was read")
                    .extracting(e -> ((LakelogException) e).code())
                    .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
        }
    }
}
