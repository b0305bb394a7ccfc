package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.model.Replay;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.text.Change;
import io.lakelog.tck.text.ExpectedFile;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lakelog reads the tables that Paimon wrote as their {@code expected.txt} says. */
class ReferenceTablesTest {
    /** Their streams hold each change once, old values included. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pk-lookup-bucket1",
                "pk-partitioned-input",
                "pk-full-compaction",
                "pk-aggregation-lookup",
                "pk-partial-update"
            })
    void readsRowsAndChanges(String name) throws Exception {
        LakelogTable table = open(name);
        ExpectedFile expected = ReferenceTables.expected(name);
        assertRows(table, expected);
        assertThat(table.changesFrom(1).stream().map(Change::toString))
                .containsExactlyInAnyOrderElementsOf(expected.changes());
        try (PaimonOracle oracle = new PaimonOracle(ReferenceTables.warehouse(name))) {
            new Verdict(table, oracle.table("db", "t"), ReferenceTables.warehouse(name)).assertSameChanges();
        }
    }

    /** Without a changelog Lakelog computes it: the changes are no longer those that Paimon streams, but replay to the rows. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "pk-bucket4-composite-key",
                "pk-deletes-compaction",
                "pk-many-commits",
                "pk-schema-evolution",
                "pk-dynamic-bucket",
                "pk-deletion-vectors",
                "pk-overwrite-tag",
                "pk-types"
            })
    void readsRowsAndComputesChanges(String name) throws Exception {
        LakelogTable table = open(name);
        assertRows(table, ReferenceTables.expected(name));
        try (PaimonOracle oracle = new PaimonOracle(ReferenceTables.warehouse(name))) {
            new Verdict(table, oracle.table("db", "t"), ReferenceTables.warehouse(name)).assertReplayGivesRows();
        }
    }

    static List<String> all() {
        return ReferenceTables.names();
    }

    @ParameterizedTest
    @MethodSource("all")
    void readsTheRowsOfEverySnapshotOfEveryTable(String name) {
        LakelogTable table = open(name);
        assertRows(table, ReferenceTables.expected(name));
        assertThat(table.rowsLostByFilter(10)).isEmpty();
    }

    /** Where a key moves to another partition, its old and new image lie in the files of two. */
    @ParameterizedTest
    @ValueSource(strings = {"pk-cross-partition-lookup", "pk-hidden-partition-input"})
    void readsKeysThatMove(String name) {
        LakelogTable table = open(name);
        ExpectedFile expected = ReferenceTables.expected(name);
        assertRows(table, expected);
        assertThat(table.changesAsGiven(1).stream().map(Change::toString))
                .containsExactlyInAnyOrderElementsOf(expected.changes());
    }

    /** Files of four schemas: the changes up to any of them replay to its rows in the columns of that time. */
    @Test
    void changesHaveTheColumnsOfTheirEnd() {
        LakelogTable table = open("pk-schema-evolution");
        for (var snapshot :
                ReferenceTables.expected("pk-schema-evolution").rowsAt().entrySet()) {
            LakelogTable then = new LakelogTable(table.table().asOf(snapshot.getKey()));
            Replay replay = new Replay(true);
            then.changes(1, OptionalLong.of(snapshot.getKey())).forEach(replay::apply);
            assertThat(replay.rows()).isEqualTo(snapshot.getValue());
        }
    }

    private static void assertRows(LakelogTable table, ExpectedFile expected) {
        assertThat(table.columns()).isEqualTo(expected.columns());
        assertThat(table.rows()).isEqualTo(expected.rows());
        assertThat(table.snapshotIds())
                .containsExactlyElementsOf(expected.rowsAt().keySet());
        for (var snapshot : expected.rowsAt().entrySet()) {
            List<String> rows = table.rowsAt(snapshot.getKey());
            assertThat(rows).as("snapshot %d", snapshot.getKey()).isEqualTo(snapshot.getValue());
        }
    }

    private static LakelogTable open(String name) {
        Catalog catalog = Catalog.open(
                Environment.local().withBackgroundThreads(false),
                ReferenceTables.warehouse(name).toString());
        return new LakelogTable(catalog.table(new TableName("db", "t")));
    }
}
