package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Engine;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.paimon.PaimonTable;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Lakelog makes a table, then Lakelog and Paimon write and compact it in any order: both stay right. */
class WritingInTurnTest {
    @Provide
    Arbitrary<Scenario> lookup() {
        return Scenarios.inTurn("lookup");
    }

    @Provide
    Arbitrary<Scenario> none() {
        return Scenarios.inTurn("none");
    }

    @Provide
    Arbitrary<Scenario> writeOnly() {
        return Scenarios.inTurnWithWriteOnly("lookup");
    }

    @Provide
    Arbitrary<Scenario> input() {
        return Scenarios.inTurn("input");
    }

    @Property
    void withChangelogAsGiven(@ForAll("input") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAfterEachCommit(stage);
            stage.verdict().assertAllWithGivenChangelog();
        }
    }

    @Provide
    Arbitrary<Scenario> fullCompaction() {
        return Scenarios.inTurn("full-compaction");
    }

    @Property
    void withChangelogOfFullCompactions(@ForAll("fullCompaction") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAfterEachCommit(stage);
            stage.verdict().assertAllWithLateChangelog();
        }
    }

    @Property
    void withLookupChangelog(@ForAll("lookup") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAfterEachCommit(stage);
            Verdict verdict = stage.verdict();
            verdict.assertSameRows();
            verdict.assertSameChanges();
            verdict.assertReplayGivesAnnouncedRows(stage.expectedRows());
            verdict.assertReadersAgree();
        }
    }

    @Property
    void withoutChangelog(@ForAll("none") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAfterEachCommit(stage);
            stage.verdict().assertAllWithoutChangelog();
        }
    }

    @Property
    void withRowsThatWaitForTheirChangelog(@ForAll("writeOnly") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                Stage stage = new Stage(warehouse.path(), scenario)) {
            stage.play(scenario);
            assertRowsAfterEachCommit(stage);
            Verdict verdict = stage.verdict();
            verdict.assertSameRows();
            verdict.assertSameChanges();
            verdict.assertReplayGivesAnnouncedRows();
            // One more commit, by either, in every bucket: nothing waits any longer, and nothing is told twice.
            Engine last = scenario.keySeed() % 2 == 0 ? Engine.PAIMON : Engine.LAKELOG;
            stage.play(Scenarios.upsertOfAllKeys(last));
            verdict.assertSameRows();
            verdict.assertSameChanges();
            verdict.assertReplayGivesAnnouncedRows();
            verdict.assertReadersAgree();
        }
    }

    @Provide
    Arbitrary<Scenario> dynamicLookup() {
        return Scenarios.inTurnWithDynamicBuckets("lookup");
    }

    @Provide
    Arbitrary<Scenario> dynamicNone() {
        return Scenarios.inTurnWithDynamicBuckets("none");
    }

    /** Were a key in two buckets, it would be read twice. */
    @Property(tries = 8)
    void dynamicBucketsWithLookupChangelog(@ForAll("dynamicLookup") Scenario scenario) throws Exception {
        withLookupChangelog(scenario);
    }

    @Property(tries = 8)
    void dynamicBucketsWithoutChangelog(@ForAll("dynamicNone") Scenario scenario) throws Exception {
        withoutChangelog(scenario);
    }

    private static void assertRowsAfterEachCommit(Stage stage) throws Exception {
        LakelogTable lakelog = stage.lakelog();
        PaimonTable paimon = stage.paimon();
        for (var expected : stage.expectedRows().entrySet()) {
            assertThat(lakelog.rowsAt(expected.getKey()))
                    .as("Lakelog at %s", expected.getKey())
                    .isEqualTo(expected.getValue());
            assertThat(paimon.rowsAt(expected.getKey()))
                    .as("Paimon at %s", expected.getKey())
                    .isEqualTo(expected.getValue());
        }
    }
}
