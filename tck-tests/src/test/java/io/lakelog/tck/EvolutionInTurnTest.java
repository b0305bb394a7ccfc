package io.lakelog.tck;

import io.lakelog.tck.model.Evolution;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Lakelog makes a table, then Lakelog and Paimon write, compact and alter it in any order, nested columns too: both read
 * the same rows and changes after every step and at every snapshot, and no filter loses one.
 */
class EvolutionInTurnTest {
    @Provide
    Arbitrary<Evolution> lookup() {
        return Evolution.keepingValues("lookup");
    }

    @Provide
    Arbitrary<Evolution> none() {
        return Evolution.keepingValues("none");
    }

    @Provide
    Arbitrary<Evolution> fullCompaction() {
        return Evolution.keepingValues("full-compaction");
    }

    @Provide
    Arbitrary<Evolution> converted() {
        return Evolution.convertingValues("none");
    }

    @Property
    void withLookupChangelog(@ForAll("lookup") Evolution evolution) throws Exception {
        play(evolution, verdict -> {
            verdict.assertSameRows();
            verdict.assertSameChanges();
            verdict.assertReplayGivesAnnouncedRows();
        });
    }

    @Property
    void withoutChangelog(@ForAll("none") Evolution evolution) throws Exception {
        play(evolution, verdict -> {
            verdict.assertSameRows();
            verdict.assertReplayGivesRows();
        });
    }

    @Property
    void withChangelogOfFullCompactions(@ForAll("fullCompaction") Evolution evolution) throws Exception {
        withLookupChangelog(evolution);
    }

    /** Values that are converted on the way from old files are the same for both. */
    @Property
    void withTypesThatPaimonChanges(@ForAll("converted") Evolution evolution) throws Exception {
        play(evolution, Verdict::assertSameRows);
    }

    @FunctionalInterface
    private interface Check {
        void of(Verdict verdict) throws Exception;
    }

    private static void play(Evolution evolution, Check atTheEnd) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                EvolutionStage stage = new EvolutionStage(warehouse.path(), evolution)) {
            if (stage.play(evolution)) {
                atTheEnd.of(stage.verdict());
            }
        }
    }
}
