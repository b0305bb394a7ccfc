package io.lakelog.tck;

import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.Field;
import io.lakelog.tck.model.Scenario;
import io.lakelog.tck.model.Scenario.Compaction;
import io.lakelog.tck.model.TableModel;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.text.TableScript;
import io.lakelog.tck.text.TypeText;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plays a scenario with Paimon alone, in a table that Paimon makes, perhaps with options that Lakelog would not write. */
final class PaimonStage extends SharedTable {
    private static final LocalDateTime GREGORIAN = LocalDateTime.parse("1583-01-01T00:00:00");

    private final TableModel model;
    private final Map<Long, List<String>> expectedRows = new LinkedHashMap<>();

    PaimonStage(Path warehouse, Scenario scenario, Map<String, String> options) throws Exception {
        super(warehouse);
        oracle.create(NAME.database(), NAME.table(), script(scenario.definition(), options));
        // Each time it rewrites an ORC file, Paimon shifts what lies before the Gregorian calendar by days, keys too.
        boolean orc = options.values().stream().anyMatch(value -> value.contains("orc"));
        model = new TableModel(scenario, orc ? GREGORIAN : LocalDateTime.MIN);
    }

    void play(Scenario scenario) throws Exception {
        for (Scenario.Commit commit : scenario.commits()) {
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
    }

    /** The state after every commit, by the id of its (last) snapshot. */
    Map<Long, List<String>> expectedRows() {
        return expectedRows;
    }

    private static TableScript script(TableDefinition definition, Map<String, String> more) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (Field field : definition.columns().fields()) {
            columns.put(field.name(), TypeText.of(field.type()));
        }
        Map<String, String> options = new LinkedHashMap<>(definition.options());
        options.put("changelog-producer.row-deduplicate", "true");
        options.putAll(more);
        return new TableScript(columns, definition.primaryKeys(), definition.partitionKeys(), options, List.of());
    }
}
