package io.lakelog.tck;

import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenarios;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Tables of Paimon's with data and changelog files in Avro and ORC, and manifests of all codecs. */
class OtherFileFormatsTest {
    @Provide
    Arbitrary<Scenario> lookup() {
        return Scenarios.byPaimon("lookup");
    }

    @Provide
    Arbitrary<Scenario> none() {
        return Scenarios.byPaimonWriteOnlyAtTimes("none");
    }

    @Provide
    Arbitrary<Map<String, String>> formats() {
        return Arbitraries.of(
                Map.of("file.format", "avro", "manifest.compression", "null"),
                Map.of("file.format", "avro", "file.compression", "snappy", "manifest.compression", "snappy"),
                Map.of("file.format", "avro", "changelog-file.format", "parquet", "manifest.compression", "deflate"),
                Map.of("file.format", "orc", "manifest.compression", "zstd"),
                Map.of("file.format", "orc", "file.compression", "snappy"),
                Map.of("file.format", "orc", "file.compression", "snappy", "changelog-file.format", "avro"),
                Map.of("file.format", "parquet", "file.format.per.level", "0:avro,3:orc"),
                Map.of("file.format", "orc", "deletion-vectors.enabled", "true"),
                Map.of("file.format", "avro", "deletion-vectors.enabled", "true"));
    }

    @Property(tries = 9, maxDiscardRatio = 50, seed = "20261129")
    void withChangelog(@ForAll("lookup") Scenario scenario, @ForAll("formats") Map<String, String> format)
            throws Exception {
        Assume.that(canBeMade(scenario));
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = new PaimonStage(warehouse.path(), scenario, format)) {
            stage.play(scenario);
            Verdict verdict = stage.verdict();
            verdict.assertSameRows();
            verdict.assertSameChanges();
            // No replay: Paimon itself shifts ORC's timestamps before 1582 each time it compacts them.
        }
    }

    @Property(tries = 9, maxDiscardRatio = 50, seed = "20261129")
    void withoutChangelog(@ForAll("none") Scenario scenario, @ForAll("formats") Map<String, String> format)
            throws Exception {
        Assume.that(canBeMade(scenario));
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = new PaimonStage(warehouse.path(), scenario, format)) {
            stage.play(scenario);
            Verdict verdict = stage.verdict();
            verdict.assertSameRows();
            if (!format.toString().contains("orc")) {
                // Paimon itself shifts ORC's timestamps before 1582 each time it compacts them.
                verdict.assertReplayGivesRows();
            }
        }
    }

    /** Paimon makes no Avro tables with timestamps finer than a microsecond; in ORC they are not judged here. */
    private static boolean canBeMade(Scenario scenario) {
        return scenario.definition().columns().fields().stream()
                .noneMatch(field -> field.type().toString().matches("TIMESTAMP.*\\([789]\\).*"));
    }
}
