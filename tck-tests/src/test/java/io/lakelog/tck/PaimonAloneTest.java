package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.Field;
import io.lakelog.tck.check.TableCheck;
import io.lakelog.tck.model.Replay;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Compaction;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.model.TableModel;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.paimon.PlacedChange;
import io.lakelog.tck.text.TableScript;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
                PaimonOracle oracle = new PaimonOracle(warehouse.path())) {
            oracle.create("db", "t", script(scenario.definition()));
            TableModel model = new TableModel(scenario);
            Map<Long, List<String>> expected = new LinkedHashMap<>();
            for (Scenario.Commit commit : scenario.commits()) {
                PaimonTable table = oracle.table("db", "t");
                try (PaimonWriter writer = table.writer("paimon", false)) {
                    for (Scenario.Operation operation : commit.operations()) {
                        TableModel.Step step = model.apply(operation, 0, new ArrayList<>());
                        writer.write(step.kind().text(), step.values());
                    }
                    if (commit.compaction() == Compaction.FULL) {
                        writer.compact(true);
                    }
                    writer.commit();
                }
                expected.put(table.latestSnapshotId(), model.rows());
            }
            assertMet(oracle.table("db", "t"), expected);
            TableCheck.assertSound(warehouse.path().resolve("db.db").resolve("t"));
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

    private static TableScript script(TableDefinition definition) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (Field field : definition.columns().fields()) {
            columns.put(field.name(), field.type().toString());
        }
        Map<String, String> options = new LinkedHashMap<>(definition.options());
        options.put("changelog-producer.row-deduplicate", "true");
        return new TableScript(columns, definition.primaryKeys(), definition.partitionKeys(), options, List.of());
    }
}
