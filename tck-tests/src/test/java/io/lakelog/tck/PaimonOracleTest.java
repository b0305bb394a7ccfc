package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PlacedChange;
import io.lakelog.tck.paimon.ScriptRunner;
import io.lakelog.tck.text.ExpectedFile;
import io.lakelog.tck.text.TableScript;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The judge judged: what Paimon writes from a script, and what it reads of the reference tables, is as expected. */
class PaimonOracleTest {
    @TempDir
    Path warehouse;

    static List<String> tables() {
        return ReferenceTables.names();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsReferenceTable(String name) throws Exception {
        try (PaimonOracle oracle = new PaimonOracle(ReferenceTables.warehouse(name))) {
            assertReads(oracle.table("db", "t"), ReferenceTables.expected(name));
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void writesScript(String name) throws Exception {
        TableScript script = TableScript.read(ReferenceTables.directory(name).resolve("script.txt"));
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            ScriptRunner.run(oracle, "db", "t", script);
            assertReads(oracle.table("db", "t"), ReferenceTables.expected(name));
        }
    }

    private static void assertReads(PaimonTable table, ExpectedFile expected) throws Exception {
        assertThat(table.columns()).isEqualTo(expected.columns());
        assertThat(table.rows()).isEqualTo(expected.rows());
        assertThat(table.snapshotIds())
                .containsExactlyElementsOf(expected.rowsAt().keySet());
        for (long id : expected.rowsAt().keySet()) {
            assertThat(table.rowsAt(id))
                    .as("snapshot %d", id)
                    .isEqualTo(expected.rowsAt().get(id));
        }
        List<PlacedChange> changes = table.changesFrom(1);
        assertThat(changes.stream().map(placed -> placed.change().toString()))
                .containsExactlyInAnyOrderElementsOf(expected.changes());
        for (String place : changes.stream().map(PlacedChange::place).distinct().toList()) {
            List<String> delivered = changes.stream()
                    .filter(placed -> placed.place().equals(place))
                    .map(placed -> placed.change().toString())
                    .toList();
            assertThat(delivered)
                    .as("order in %s", place)
                    .isEqualTo(expected.changes().stream()
                            .filter(delivered::contains)
                            .toList());
        }
    }
}
