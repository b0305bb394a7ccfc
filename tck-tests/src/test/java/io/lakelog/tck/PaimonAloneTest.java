package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.check.TableCheck;
import io.lakelog.tck.model.Replay;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PlacedChange;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The model, the laws and the check of raw files against Paimon's own tables: what they ask can be met. */
class PaimonAloneTest {
    @Provide
    Arbitrary<Scenario> lookup() {
        return Scenarios.byPaimon("lookup");
    }

    @Property(tries = 6)
    void meetsModelLawsAndChecks(@ForAll("lookup") Scenario scenario) throws Exception {
        try (TemporaryWarehouse warehouse = new TemporaryWarehouse();
                PaimonStage stage = new PaimonStage(warehouse.path(), scenario, Map.of())) {
            stage.play(scenario);
            assertMet(stage.paimon(), stage.expectedRows());
            TableCheck.assertSound(stage.directory());
        }
    }

    private static void assertMet(PaimonTable table, Map<Long, List<String>> expected) throws Exception {
        List<PlacedChange> changes = table.changesFrom(1);
        Replay replay = new Replay(true);
        for (var state : expected.entrySet()) {
            assertThat(table.rowsAt(state.getKey())).isEqualTo(state.getValue());
            changes.stream()
                    .map(PlacedChange::change)
                    .filter(change -> change.snapshotId() == state.getKey())
                    .forEach(replay::apply);
            assertThat(replay.rows()).isEqualTo(state.getValue());
        }
        assertThat(table.rowsLostByKey(5)).isEmpty();
    }
}
