package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.SnapshotInfo;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Commit;
import io.lakelog.tck.model.Scenario.Compaction;
import io.lakelog.tck.model.Scenario.Engine;
import io.lakelog.tck.model.TableModel;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.text.Change;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Plays a scenario in a warehouse: Lakelog creates the table, both engines write it, the model follows. */
final class Stage extends SharedTable {
    private final TableModel model;
    private final List<Change> expectedOfLakelog = new ArrayList<>();
    private final SortedMap<Long, List<String>> expectedRows = new TreeMap<>();
    private final boolean lookup;
    private boolean paimonWrote;

    Stage(Path warehouse, Scenario scenario) {
        super(warehouse);
        Catalog catalog = catalog();
        catalog.createDatabase(NAME.database());
        catalog.createTable(NAME, scenario.definition());
        model = new TableModel(scenario);
        lookup = scenario.lookup();
    }

    void play(Scenario scenario) throws Exception {
        play(scenario.commits());
    }

    void play(List<Commit> commits) throws Exception {
        LakelogTable table = lakelog();
        for (Commit commit : commits) {
            if (commit.engine() == Engine.LAKELOG) {
                commitByLakelog(table, commit);
            } else {
                commitByPaimon(commit);
            }
        }
    }

    private void commitByLakelog(LakelogTable table, Commit commit) {
        long next = table.table().latestSnapshotId().orElse(0) + 1;
        List<RowToWrite> rows = new ArrayList<>();
        for (Scenario.Operation operation : commit.operations()) {
            TableModel.Step step = model.apply(operation, next, expectedOfLakelog);
            rows.add(new RowToWrite(step.kind(), step.values()));
        }
        assertThat(table.commit(rows)).as("one snapshot for one commit").hasValue(next);
        assertThat(table.rows()).as("rows after snapshot %d", next).isEqualTo(model.rows());
        expectedRows.put(next, model.rows());
        // Where a stream takes its rows from the data files, a compaction must be told apart by a snapshot of its own.
        long latest = table.table().latestSnapshotId().orElse(0);
        for (SnapshotInfo info : table.table().snapshots()) {
            if (info.snapshotId() > next) {
                assertThat(info.commitKind()).isEqualTo("COMPACT");
                expectedRows.put(info.snapshotId(), model.rows());
            }
        }
        assertThat(latest).isLessThanOrEqualTo(lookup ? next : next + 1);
    }

    private void commitByPaimon(Commit commit) throws Exception {
        paimonWrote = true;
        PaimonTable table = paimon();
        try (PaimonWriter writer = table.writer("paimon", commit.compaction() == Compaction.NEVER)) {
            for (Scenario.Operation operation : commit.operations()) {
                TableModel.Step step = model.apply(operation, 0, new ArrayList<>());
                writer.write(step.kind().text(), step.values());
            }
            if (commit.compaction() == Compaction.FULL) {
                writer.compact(true);
            }
            writer.commit();
        }
        expectedRows.put(table.latestSnapshotId(), model.rows());
    }

    /** The state after every commit, by the id of its (last) snapshot. */
    SortedMap<Long, List<String>> expectedRows() {
        return expectedRows;
    }

    /** With Lakelog alone writing, every change in the order it was made, snapshot by snapshot. */
    List<Change> expectedChanges() {
        assertThat(paimonWrote).isFalse();
        return expectedOfLakelog;
    }
}
