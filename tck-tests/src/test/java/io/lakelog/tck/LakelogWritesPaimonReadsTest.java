package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.text.Change;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Random tables and operations by Lakelog: Paimon, the model and the raw files agree about all of it. */
class LakelogWritesPaimonReadsTest {
    @Provide
    Arbitrary<Scenario> lookup() {
        return Scenarios.byLakelog("lookup");
    }

    @Provide
    Arbitrary<Scenario> none() {
        return Scenarios.byLakelog("none");
    }

    @Provide
    Arbitrary<Scenario> fullCompaction() {
        return Scenarios.byLakelog("full-compaction");
    }

    @Provide
    Arbitrary<Scenario> input() {
        return Scenarios.byLakelog("input");
    }

    @Property
    void withLookupChangelog(@ForAll("lookup") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAsModelled(stage);
            List<Change> changes = stage.lakelog().changesFrom(1);
            // Every intermediate state, in order for each key.
            assertThat(Verdict.bySnapshot(changes, Change::toString))
                    .isEqualTo(Verdict.bySnapshot(stage.expectedChanges(), Change::toString));
            assertThat(byKey(changes)).isEqualTo(byKey(stage.expectedChanges()));
            stage.verdict().assertAllWithChangelog();
        }
    }

    @Property
    void withoutChangelog(@ForAll("none") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAsModelled(stage);
            stage.verdict().assertAllWithoutChangelog();
        }
    }

    @Property
    void withChangelogOfFullCompactions(@ForAll("fullCompaction") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAsModelled(stage);
            stage.verdict().assertAllWithLateChangelog();
        }
    }

    @Property
    void withChangelogAsGiven(@ForAll("input") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAsModelled(stage);
            stage.verdict().assertAllWithGivenChangelog();
        }
    }

    private static void assertRowsAsModelled(Stage stage) {
        LakelogTable table = stage.lakelog();
        assertThat(table.snapshotIds())
                .containsExactlyElementsOf(stage.expectedRows().keySet());
        stage.expectedRows()
                .forEach((id, rows) ->
                        assertThat(table.rowsAt(id)).as("snapshot %d", id).isEqualTo(rows));
    }

    private static Map<String, List<Change>> byKey(List<Change> changes) {
        return changes.stream().collect(Collectors.groupingBy(Change::key));
    }
}
