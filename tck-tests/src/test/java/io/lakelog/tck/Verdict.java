package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.check.TableCheck;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Replay;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PlacedChange;
import io.lakelog.tck.text.Change;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What must hold between Lakelog, Paimon and the raw files of one table, whoever wrote it. */
final class Verdict {
    private static final int KEYS_LOOKED_UP = 4;

    private final LakelogTable lakelog;
    private final PaimonTable paimon;
    private final Path directory;

    Verdict(LakelogTable lakelog, PaimonTable paimon, Path directory) {
        this.lakelog = lakelog;
        this.paimon = paimon;
        this.directory = directory;
    }

    /** Everything below, for a table whose changelog is stored with its snapshots. */
    void assertAllWithChangelog() throws Exception {
        assertSameRows();
        assertSameChanges();
        assertReplayGivesRows();
        assertReadersAgree();
    }

    /** Everything below, for a table without a changelog: Paimon's stream then has no old values. */
    void assertAllWithoutChangelog() throws Exception {
        assertSameRows();
        assertReplayGivesRows();
        assertPaimonUpsertsGiveRows();
        assertReadersAgree();
    }

    /** What must hold where changes may come later than rows: all told is told once, and is what a full-scan start gives. */
    void assertAllWithLateChangelog() throws Exception {
        assertSameRows();
        assertSameChanges();
        assertReplayGivesAnnouncedRows();
        TableCheck.assertSound(directory);
    }

    /** What must hold where the changelog is what the writer said: both deliver it, and neither checks it. */
    void assertAllWithGivenChangelog() throws Exception {
        assertSameRows();
        assertSameChanges();
        assertReadersAgree();
    }

    /** Both read the same rows at every snapshot. */
    void assertSameRows() throws Exception {
        assertThat(lakelog.snapshotIds()).isEqualTo(paimon.snapshotIds());
        for (long id : paimon.snapshotIds()) {
            assertThat(lakelog.rowsAt(id)).as("rows at snapshot %d", id).isEqualTo(paimon.rowsAt(id));
        }
        assertThat(lakelog.rows()).isEqualTo(paimon.rows());
        assertThat(lakelog.columnsReadOtherwiseAlone()).isEmpty();
    }

    /** Both deliver the same changes in each snapshot: in the same order within a bucket, in any order across buckets. */
    void assertSameChanges() throws Exception {
        List<PlacedChange> placed = paimon.changesFrom(1);
        List<Change> expected = placed.stream().map(PlacedChange::change).toList();
        List<Change> actual = lakelog.changesFrom(1);
        assertThat(bySnapshot(actual, Change::toString))
                .as("changes by snapshot, in any order")
                .isEqualTo(bySnapshot(expected, Change::toString));
        Map<String, String> places = new HashMap<>();
        placed.forEach(change -> places.put(change.change().key(), change.place()));
        for (String place : placed.stream().map(PlacedChange::place).distinct().toList()) {
            assertThat(actual.stream().filter(change -> place.equals(places.get(change.key()))))
                    .as("order of changes in %s", place)
                    .containsExactlyElementsOf(expected.stream()
                            .filter(change -> place.equals(places.get(change.key())))
                            .toList());
        }
    }

    /** Replaying the changes gives the rows of every snapshot; each old image equals the row that was there. */
    void assertReplayGivesRows() {
        Map<Long, List<Change>> changes =
                lakelog.changesFrom(1).stream().collect(Collectors.groupingBy(Change::snapshotId));
        Replay replay = new Replay(true);
        for (long id : lakelog.snapshotIds()) {
            changes.getOrDefault(id, List.of()).forEach(replay::apply);
            assertThat(replay.rows())
                    .as("changes replayed up to snapshot %d", id)
                    .isEqualTo(lakelog.rowsInNewestColumnsAt(id));
        }
    }

    /** Replaying the changes gives the rows of the given snapshots (between them, rows may wait for a compaction). */
    void assertReplayGivesAnnouncedRows(Map<Long, List<String>> expected) {
        Map<Long, List<Change>> changes =
                lakelog.changesFrom(1).stream().collect(Collectors.groupingBy(Change::snapshotId));
        Replay replay = new Replay(true);
        for (long id : lakelog.snapshotIds()) {
            changes.getOrDefault(id, List.of()).forEach(replay::apply);
            if (expected.containsKey(id)) {
                assertThat(replay.rows())
                        .as("changes replayed up to snapshot %d", id)
                        .isEqualTo(expected.get(id));
            }
        }
    }

    /** The rows that Paimon's streaming reader delivers, taken as upserts and deletes, give the rows of every snapshot. */
    void assertPaimonUpsertsGiveRows() throws Exception {
        Map<Long, List<Change>> changes = paimon.changesFrom(1).stream()
                .map(PlacedChange::change)
                .collect(Collectors.groupingBy(Change::snapshotId));
        Replay replay = new Replay(false);
        for (long id : paimon.snapshotIds()) {
            changes.getOrDefault(id, List.of()).forEach(replay::apply);
            assertThat(replay.rows())
                    .as("upserts streamed up to snapshot %d", id)
                    .isEqualTo(paimon.rowsAt(id));
        }
    }

    /** Replaying all changes gives what Paimon's full-scan start delivers: what has been told so far. */
    void assertReplayGivesAnnouncedRows() throws Exception {
        Replay replay = new Replay(true);
        lakelog.changesFrom(1).forEach(replay::apply);
        assertThat(replay.rows()).as("all changes replayed").isEqualTo(announced());
    }

    private List<String> announced() throws Exception {
        return paimon.latestFull().stream()
                .map(placed -> placed.change().row())
                .sorted()
                .toList();
    }

    /** Full-scan starts, later starts and point queries agree with the rest, and the raw files are sound. */
    void assertReadersAgree() throws Exception {
        assertThat(announced()).as("latest-full").isEqualTo(lakelog.rows());
        assertThat(paimon.rowsLostByKey(KEYS_LOOKED_UP))
                .as("rows lost by point queries")
                .isEmpty();
        assertThat(lakelog.rowsLostByFilter(KEYS_LOOKED_UP))
                .as("rows lost by filters")
                .isEmpty();
        long last = paimon.latestSnapshotId();
        if (last > 0) {
            long middle = (last + 1) / 2;
            assertThat(paimon.fromSnapshot(middle)).isEqualTo(paimon.changesFrom(middle));
            assertThat(lakelog.changesFrom(middle))
                    .isEqualTo(lakelog.changesFrom(1).stream()
                            .filter(change -> change.snapshotId() >= middle)
                            .toList());
        }
        TableCheck.assertSound(directory);
    }

    static Map<Long, List<String>> bySnapshot(List<Change> changes, Function<Change, String> text) {
        Map<Long, List<String>> grouped = new LinkedHashMap<>();
        changes.stream()
                .sorted((a, b) -> text.apply(a).compareTo(text.apply(b)))
                .forEach(change -> grouped.computeIfAbsent(change.snapshotId(), id -> new java.util.ArrayList<>())
                        .add(text.apply(change)));
        return grouped;
    }
}
