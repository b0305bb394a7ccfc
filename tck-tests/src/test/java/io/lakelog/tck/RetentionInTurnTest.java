package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.storage.TableMaintenance;
import io.lakelog.storage.TableMaintenance.ExpiryRequest;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.check.TableCheck;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.paimon.PlacedChange;
import io.lakelog.tck.text.Change;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.paimon.options.ExpireConfig;
import org.apache.paimon.table.FileStoreTable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tags, expiry, consumers and rollbacks of Lakelog and Paimon on one table, in turn: each sees what the other did. */
class RetentionInTurnTest {
    private static final TableName NAME = new TableName("db", "t");

    @TempDir
    Path warehouse;

    private final TreeMap<Long, List<String>> states = new TreeMap<>();
    private final Map<Long, List<String>> changes = new HashMap<>();

    private LakelogTable lakelog() {
        return new LakelogTable(Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString())
                .table(NAME));
    }

    private Path directory() {
        return warehouse.resolve("db.db").resolve("t");
    }

    private void create(String producer) {
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createDatabase("db");
        catalog.createTable(
                NAME,
                new TableDefinition(
                        RowType.of(List.of("id", "v"), List.of(DataType.INT, DataType.STRING)),
                        List.of("id"),
                        List.of(),
                        Map.of(
                                "changelog-producer", producer,
                                "bucket", "2",
                                "num-sorted-run.compaction-trigger", "3",
                                "manifest.merge-min-count", "4"),
                        null));
    }

    private static List<LakelogTable.RowToWrite> rows(int round) {
        List<LakelogTable.RowToWrite> rows = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add((round * 5 + i) % 17);
            row.add("v" + round + "-" + i);
            rows.add(new LakelogTable.RowToWrite(i == 5 && round % 3 == 2 ? RowKind.DELETE : RowKind.INSERT, row));
        }
        return rows;
    }

    private void byLakelog(int round) {
        lakelog().commit(rows(round));
        remember();
    }

    private void byPaimon(PaimonOracle oracle, int round) throws Exception {
        try (PaimonWriter writer = oracle.table("db", "t").writer("paimon", false)) {
            for (LakelogTable.RowToWrite row : rows(round)) {
                writer.write(row.kind().text(), row.values());
            }
            writer.commit();
        }
        remember();
    }

    private void remember() {
        LakelogTable table = lakelog();
        for (SnapshotInfo info : table.table().snapshots()) {
            if (!states.containsKey(info.snapshotId())) {
                states.put(info.snapshotId(), table.rowsAt(info.snapshotId()));
                changes.put(
                        info.snapshotId(),
                        table.changes(info.snapshotId(), OptionalLong.of(info.snapshotId())).stream()
                                .map(Change::toString)
                                .sorted()
                                .toList());
            }
        }
    }

    private static ExpiryRequest retain(int count) {
        return new ExpiryRequest(
                OptionalInt.of(count), OptionalInt.of(count), OptionalLong.empty(), OptionalInt.empty());
    }

    private static void expireByPaimon(PaimonOracle oracle, int snapshots, int changelogs) throws Exception {
        FileStoreTable table = oracle.table("db", "t").table();
        boolean outlive = !"none".equals(table.options().get("changelog-producer"));
        ExpireConfig config = ExpireConfig.builder()
                .snapshotRetainMax(snapshots)
                .snapshotRetainMin(snapshots)
                .snapshotTimeRetain(Duration.ofHours(1))
                .changelogRetainMax(outlive ? changelogs : snapshots)
                .changelogRetainMin(outlive ? Math.min(snapshots, changelogs) : snapshots)
                .changelogTimeRetain(outlive ? Duration.ofDays(7) : Duration.ofHours(1))
                .build();
        table.newExpireSnapshots().config(config).expire();
        table.newExpireChangelog().config(config).expire();
    }

    private void check(PaimonOracle oracle) throws Exception {
        LakelogTable lakelog = lakelog();
        PaimonTable paimon = oracle.table("db", "t");
        assertThat(lakelog.snapshotIds()).isEqualTo(paimon.snapshotIds());
        for (long id : lakelog.snapshotIds()) {
            assertThat(lakelog.rowsAt(id)).as("Lakelog at %s", id).isEqualTo(states.get(id));
            assertThat(paimon.rowsAt(id)).as("Paimon at %s", id).isEqualTo(states.get(id));
        }
        for (var tag : paimon.table().tagManager().tagObjects()) {
            String name = tag.getValue();
            long id = lakelog.table().tagSnapshot(name);
            assertThat(id).isEqualTo(tag.getKey().id());
            assertThat(lakelog.rowsAt(id)).as("Lakelog at tag %s", name).isEqualTo(states.get(id));
            assertThat(paimon.rowsAtTag(name)).as("Paimon at tag %s", name).isEqualTo(states.get(id));
        }
        assertThat(lakelog.table().maintenance().removeOrphanFiles(Long.MAX_VALUE, true))
                .isEmpty();
        // The check of the raw files knows nothing of tags and changelogs that outlive their snapshots.
        assertThat(TableCheck.faults(directory()))
                .filteredOn(fault -> !fault.startsWith("nothing refers to "))
                .isEmpty();
    }

    private void checkChanges(PaimonOracle oracle) throws Exception {
        List<Change> told = lakelog().changesFrom(0);
        long oldest = told.get(0).snapshotId();
        Map<Long, List<String>> byPaimon = new HashMap<>();
        for (PlacedChange change : oracle.table("db", "t").changesFrom(oldest)) {
            byPaimon.computeIfAbsent(change.change().snapshotId(), id -> new ArrayList<>())
                    .add(change.change().toString());
        }
        Map<Long, List<String>> byLakelog = new HashMap<>();
        for (Change change : told) {
            byLakelog
                    .computeIfAbsent(change.snapshotId(), id -> new ArrayList<>())
                    .add(change.toString());
        }
        for (long id = oldest; id <= states.lastKey(); id++) {
            List<String> expected = changes.get(id);
            assertThat(byLakelog.getOrDefault(id, List.of()))
                    .as("Lakelog's changes of %s", id)
                    .containsExactlyInAnyOrderElementsOf(expected);
            assertThat(byPaimon.getOrDefault(id, List.of()))
                    .as("Paimon's changes of %s", id)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lookup", "none"})
    void eachExpiresAfterTheOther(String producer) throws Exception {
        create(producer);
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            for (int round = 0; round < 6; round++) {
                byLakelog(round);
            }
            TableMaintenance maintenance = lakelog().table().maintenance();
            maintenance.createTag("ours", OptionalLong.of(2), null);
            maintenance.createTag("for-a-day", OptionalLong.of(3), Duration.ofDays(1));
            oracle.table("db", "t").table().createTag("theirs", 4);
            assertThat(maintenance.expireSnapshots(retain(2))).isGreaterThan(2);
            check(oracle);
            byPaimon(oracle, 6);
            byPaimon(oracle, 7);
            expireByPaimon(oracle, 2, 6);
            check(oracle);
            if (!producer.equals("none")) {
                checkChanges(oracle);
            }
            byLakelog(8);
            byLakelog(9);
            lakelog().table().maintenance().expireSnapshots(retain(1));
            lakelog().table().maintenance().expireChangelogs(retain(4));
            check(oracle);
            if (!producer.equals("none")) {
                checkChanges(oracle);
            }
            oracle.table("db", "t").table().deleteTag("ours");
            lakelog().table().maintenance().deleteTag("theirs");
            check(oracle);
            lakelog().table().maintenance().rollbackTo(3);
            remember();
            check(oracle);
            byPaimon(oracle, 10);
            expireByPaimon(oracle, 1, 2);
            check(oracle);
        }
    }

    @Test
    void consumersHoldWhatTheyNeed() throws Exception {
        create("lookup");
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            for (int round = 0; round < 6; round++) {
                byLakelog(round);
            }
            lakelog().table().maintenance().resetConsumer("c", OptionalLong.of(4));
            expireByPaimon(oracle, 1, 1);
            assertThat(oracle.table("db", "t").snapshotIds()).startsWith(4L);
            assertThat(oracle.table("db", "t")
                            .table()
                            .consumerManager()
                            .consumer("c")
                            .get()
                            .nextSnapshot())
                    .isEqualTo(4);
            oracle.table("db", "t")
                    .table()
                    .consumerManager()
                    .resetConsumer("c", new org.apache.paimon.consumer.Consumer(5));
            lakelog().table().maintenance().expireSnapshots(retain(1));
            assertThat(lakelog().snapshotIds()).startsWith(5L);
            assertThatThrownBy(() -> lakelog().table().maintenance().resetConsumer("c", OptionalLong.of(16)))
                    .isInstanceOf(LakelogException.class)
                    .hasMessageContaining("7 can be given");
            check(oracle);
        }
    }

    @Test
    void readsTagsThatPaimonWrote() throws Exception {
        Path copy = warehouse.resolve("copy");
        try (var files = Files.walk(ReferenceTables.warehouse("pk-overwrite-tag"))) {
            for (Path file : files.toList()) {
                Path target = copy.resolve(ReferenceTables.warehouse("pk-overwrite-tag")
                        .relativize(file)
                        .toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        LakelogTable table =
                new LakelogTable(Catalog.open(Environment.local().withBackgroundThreads(false), copy.toString())
                        .table(NAME));
        List<String> before = table.rowsAt(table.table().tagSnapshot("before"));
        List<String> after = table.rowsAt(table.table().tagSnapshot("after"));
        assertThat(before).containsExactly("[1,\"a\",\"1a\"]", "[1,\"b\",\"1b\"]", "[2,\"a\",\"2a\"]");
        table.table().maintenance().expireSnapshots(retain(1));
        assertThat(table.rowsAt(table.table().tagSnapshot("before"))).isEqualTo(before);
        assertThat(table.rowsAt(table.table().tagSnapshot("after"))).isEqualTo(after);
    }
}
