package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.TableSchema;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.model.ColumnChanges;
import io.lakelog.tck.model.Evolution;
import io.lakelog.tck.model.Evolution.Kind;
import io.lakelog.tck.model.Evolution.Step;
import io.lakelog.tck.model.EvolvingRows;
import io.lakelog.tck.model.Scenario.Engine;
import io.lakelog.tck.paimon.PaimonSchemaChanges;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Plays an evolution in a warehouse: Lakelog creates the table, both engines alter and write it. */
final class EvolutionStage extends SharedTable {
    private static final int ROWS_FILTERED = 3;

    private final EvolvingRows model;
    private final List<String> done = new ArrayList<>();

    EvolutionStage(Path warehouse, Evolution evolution) {
        super(warehouse);
        model = new EvolvingRows(evolution);
        Catalog catalog = catalog();
        catalog.createDatabase(NAME.database());
        catalog.createTable(NAME, model.definition());
    }

    /**
     * Takes every step and checks the newest state after each.
     *
     * @return whether that was all: false if it ended early, at a conversion over several steps that Paimon does not know
     */
    boolean play(Evolution evolution) throws Exception {
        for (Step step : evolution.steps()) {
            take(step);
            if (step.kind() == Kind.CONVERT && !paimonReads()) {
                return false;
            }
            check();
        }
        return true;
    }

    private boolean paimonReads() throws Exception {
        try {
            paimon().rows();
            return true;
        } catch (NullPointerException e) {
            if (String.valueOf(e.getMessage()).startsWith("Cannot cast from type")) {
                return false;
            }
            throw e;
        }
    }

    private void take(Step step) throws Exception {
        Random random = new Random(step.seed());
        TableSchema schema = lakelog().table().schema();
        if (step.alters()) {
            Optional<SchemaChange> change = new ColumnChanges(
                            schema.rowType(), schema.primaryKeys(), schema.partitionKeys(), random)
                    .any(step.kind());
            if (change.isPresent()) {
                alter(step, change.get());
            }
        } else if (step.kind() == Kind.COMPACT) {
            done.add(step.engine() + " compacts");
            compact(step.engine());
        } else {
            RowKind kind = step.kind() == Kind.UPSERT ? RowKind.INSERT : RowKind.DELETE;
            List<RowToWrite> rows = model.rows(kind, schema, random).stream()
                    .map(values -> new RowToWrite(kind, values))
                    .toList();
            done.add(step.engine() + " writes " + rows.size() + " of " + kind);
            write(step.engine(), rows);
        }
    }

    private void alter(Step step, SchemaChange change) throws Exception {
        boolean byPaimon =
                step.kind() == Kind.CONVERT || step.engine() == Engine.PAIMON && PaimonSchemaChanges.has(change);
        done.add((byPaimon ? "PAIMON: " : "LAKELOG: ") + change);
        if (byPaimon) {
            alterByPaimon(change);
        } else {
            catalog().alterTable(NAME, List.of(change));
        }
    }

    /** Of conversions, Paimon refuses some for reasons of its own (to a STRING that is NOT NULL): those are not made. */
    private void alterByPaimon(SchemaChange change) throws Exception {
        try {
            oracle.alter(NAME.database(), NAME.table(), PaimonSchemaChanges.of(change));
        } catch (IllegalStateException e) {
            if (!String.valueOf(e.getMessage()).contains("cannot be converted")) {
                throw e;
            }
            done.add("  refused");
        }
    }

    private void compact(Engine engine) throws Exception {
        if (engine == Engine.LAKELOG) {
            lakelog().table().compact();
            return;
        }
        try (PaimonWriter writer = paimon().writer("paimon", false)) {
            writer.compact(true);
            writer.commit();
        }
    }

    private void write(Engine engine, List<RowToWrite> rows) throws Exception {
        if (engine == Engine.LAKELOG) {
            lakelog().commit(rows);
            return;
        }
        try (PaimonWriter writer = paimon().writer("paimon", false)) {
            for (RowToWrite row : rows) {
                writer.write(row.kind().text(), row.values());
            }
            writer.commit();
        }
    }

    private void check() throws Exception {
        LakelogTable lakelog = lakelog();
        PaimonTable paimon = paimon();
        assertThat(lakelog.columns()).as(this::story).isEqualTo(paimon.columns());
        assertThat(lakelog.rows()).as(this::story).isEqualTo(paimon.rows());
        assertThat(lakelog.rows()).as(this::story).hasSize(model.size());
        assertThat(lakelog.rowsLostByFilter(ROWS_FILTERED)).as(this::story).isEmpty();
    }

    /** What was done so far, for who reads a failure. */
    String story() {
        return model.definition() + "\n  " + String.join("\n  ", done);
    }
}
