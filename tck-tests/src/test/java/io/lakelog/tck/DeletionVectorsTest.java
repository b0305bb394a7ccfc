package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.text.Change;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Tables whose rows Paimon masks in their files: rows and changes of every snapshot, with old values, and no writing. */
class DeletionVectorsTest {
    @Provide
    Arbitrary<Scenario> lookup() {
        return Scenarios.byPaimon("lookup");
    }

    @Provide
    Arbitrary<Scenario> none() {
        return Scenarios.byPaimonWriteOnlyAtTimes("none");
    }

    @Property(tries = 6)
    void withLookupChangelog(@ForAll("lookup") Scenario scenario, @ForAll boolean wide) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = new PaimonStage(warehouse.path(), scenario, options(wide))) {
            stage.play(scenario);
            assertThat(stage.lakelog().rowsAt(stage.paimon().latestSnapshotId()))
                    .isEqualTo(stage.expectedRows().get(stage.paimon().latestSnapshotId()));
            Verdict verdict = stage.verdict();
            verdict.assertSameRows();
            verdict.assertSameChanges();
            verdict.assertReplayGivesAnnouncedRows(stage.expectedRows());
        }
    }

    /** What a compaction has not masked yet is neither read nor told. */
    @Property(tries = 6)
    void withoutChangelog(@ForAll("none") Scenario scenario, @ForAll boolean wide) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = new PaimonStage(warehouse.path(), scenario, options(wide))) {
            stage.play(scenario);
            Verdict verdict = stage.verdict();
            verdict.assertSameRows();
            verdict.assertReplayGivesRows();
        }
    }

    @Example
    void firstCommitIsTold() throws Exception {
        for (String producer : List.of("lookup", "input")) {
            try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                    PaimonStage stage = table(warehouse, producer)) {
                write(stage.paimon(), "+I", List.of("2", 1), List.of("2", 2), List.of("3", 3));
                assertThat(changes(stage)).containsExactly("+I [\"2\",1]", "+I [\"2\",2]", "+I [\"3\",3]");
                stage.verdict().assertSameChanges();
            }
        }
    }

    @Example
    void oldImagesAreThere() throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = table(warehouse, "lookup")) {
            write(stage.paimon(), "+I", List.of("a", 1), List.of("b", 2), List.of("c", 3));
            write(stage.paimon(), "+I", List.of("b2", 2));
            write(stage.paimon(), "-D", List.of("c", 3));
            try (PaimonWriter writer = stage.paimon().writer("paimon", false)) {
                writer.compact(true);
                writer.commit();
            }
            assertThat(changes(stage))
                    .containsExactly(
                            "+I [\"a\",1]",
                            "+I [\"b\",2]",
                            "+I [\"c\",3]",
                            "-U [\"b\",2]",
                            "+U [\"b2\",2]",
                            "-D [\"c\",3]");
            assertThat(stage.lakelog().rows()).containsExactly("[\"a\",1]", "[\"b2\",2]");
        }
    }

    @Example
    void writingIsRefusedByName() throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = table(warehouse, "none")) {
            write(stage.paimon(), "+I", List.of("a", 1));
            LakelogTable table = stage.lakelog();
            assertThatThrownBy(
                            () -> table.commit(List.of(new LakelogTable.RowToWrite(RowKind.INSERT, List.of("b", 2)))))
                    .isInstanceOf(LakelogException.class)
                    .hasMessageContaining("'deletion-vectors.enabled'");
            assertThat(table.rows()).containsExactly("[\"a\",1]");
        }
    }

    private static PaimonStage table(TemporaryWarehouse warehouse, String producer) throws Exception {
        Map<String, String> options = Map.of("bucket", "1", "changelog-producer", producer);
        Scenario empty = new Scenario(
                Scenarios.definition(List.of(DataType.INT), List.of(DataType.STRING), List.of(), options),
                0,
                List.of());
        return new PaimonStage(warehouse.path(), empty, options(false));
    }

    private static Map<String, String> options(boolean wide) {
        return Map.of("deletion-vectors.enabled", "true", "deletion-vectors.bitmap64", Boolean.toString(wide));
    }

    @SafeVarargs
    private static void write(PaimonTable table, String kind, List<Object>... rows) throws Exception {
        try (PaimonWriter writer = table.writer("paimon", false)) {
            for (List<Object> row : rows) {
                writer.write(kind, row);
            }
            writer.commit();
        }
    }

    private static List<String> changes(PaimonStage stage) {
        return stage.lakelog().changesFrom(1).stream()
                .map(DeletionVectorsTest::withoutSnapshot)
                .toList();
    }

    private static String withoutSnapshot(Change change) {
        return change.kind() + " " + change.row();
    }
}
