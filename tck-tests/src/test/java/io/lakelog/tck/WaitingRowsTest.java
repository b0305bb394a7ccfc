package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.schema.TableDefinition;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that a write-only writer leaves on level 0 of a lookup table: whoever compacts them tells their changes, once. */
class WaitingRowsTest {
    private static final TableName NAME = new TableName("db", "t");

    @TempDir
    Path warehouse;

    @Test
    void paimonTellsWhatLakelogLeft() throws Exception {
        create("true");
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            lakelog().commit(List.of(insert(1, "a"), insert(2, "b")));
            assertNothingTold(oracle);
            assertThat(oracle.table("db", "t").rows())
                    .hasSize(2)
                    .isEqualTo(lakelog().rows());
            try (PaimonWriter writer = oracle.table("db", "t").writer("paimon", false)) {
                writer.compact(true);
                writer.commit();
            }
            assertTold(oracle, "+I [1,\"a\"]", "+I [2,\"b\"]");
            lakelog().commit(List.of(insert(1, "c"), new LakelogTable.RowToWrite(RowKind.DELETE, List.of(2, "b"))));
            assertTold(oracle, "+I [1,\"a\"]", "+I [2,\"b\"]");
            try (PaimonWriter writer = oracle.table("db", "t").writer("paimon", false)) {
                writer.compact(false);
                writer.commit();
            }
            assertTold(oracle, "+I [1,\"a\"]", "+I [2,\"b\"]", "-U [1,\"a\"]", "+U [1,\"c\"]", "-D [2,\"b\"]");
        }
    }

    @Test
    void lakelogTellsWhatPaimonLeft() throws Exception {
        create("false");
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            try (PaimonWriter writer = oracle.table("db", "t").writer("paimon", true)) {
                writer.write("+I", List.of(1, "a"));
                writer.write("+I", List.of(2, "b"));
                writer.commit();
            }
            assertNothingTold(oracle);
            lakelog().table().maintenance().compact(List.of(), true);
            assertTold(oracle, "+I [1,\"a\"]", "+I [2,\"b\"]");
            try (PaimonWriter writer = oracle.table("db", "t").writer("paimon", true)) {
                writer.write("+I", List.of(1, "c"));
                writer.write("-D", List.of(2, "b"));
                writer.commit();
            }
            assertTold(oracle, "+I [1,\"a\"]", "+I [2,\"b\"]");
            // A commit that touches the bucket brings what waited along, before its own.
            lakelog().commit(List.of(insert(1, "d")));
            assertTold(
                    oracle,
                    "+I [1,\"a\"]",
                    "+I [2,\"b\"]",
                    "-U [1,\"a\"]",
                    "+U [1,\"c\"]",
                    "-U [1,\"c\"]",
                    "+U [1,\"d\"]",
                    "-D [2,\"b\"]");
        }
    }

    private void assertNothingTold(PaimonOracle oracle) throws Exception {
        assertThat(lakelog().changesFrom(1)).isEmpty();
        assertThat(oracle.table("db", "t").changesFrom(1)).isEmpty();
    }

    private void assertTold(PaimonOracle oracle, String... changes) throws Exception {
        assertThat(lakelog().changesFrom(1))
                .extracting(change -> change.kind() + " " + change.row())
                .containsExactlyInAnyOrder(changes);
        Verdict verdict = new Verdict(lakelog(), oracle.table("db", "t"), directory());
        verdict.assertSameRows();
        verdict.assertSameChanges();
    }

    private static LakelogTable.RowToWrite insert(Object... values) {
        return new LakelogTable.RowToWrite(RowKind.INSERT, List.of(values));
    }

    private void create(String writeOnly) {
        Map<String, String> options = Map.of("bucket", "1", "changelog-producer", "lookup", "write-only", writeOnly);
        catalog().createDatabase("db");
        catalog()
                .createTable(
                        NAME,
                        new TableDefinition(
                                RowType.of(List.of("k", "v"), List.of(DataType.INT, DataType.STRING)),
                                List.of("k"),
                                List.of(),
                                options,
                                null));
    }

    private LakelogTable lakelog() {
        return new LakelogTable(catalog().table(NAME));
    }

    private Catalog catalog() {
        return Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
    }

    private Path directory() {
        return warehouse.resolve("db.db").resolve("t");
    }
}
