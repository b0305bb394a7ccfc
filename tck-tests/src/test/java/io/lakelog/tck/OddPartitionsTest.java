package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.type.DataType;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.model.Scenarios;
import io.lakelog.tck.paimon.PaimonOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Partition values that no directory could be named after as they are. */
class OddPartitionsTest {
    private static final List<String> VALUES =
            List.of("plain", "", " ", "a=b/c:d %", "..", "back\\slash", "{[^]}?*\"'#", "tab\tnew\nline", "per%20cent");

    @TempDir
    Path warehouse;

    @Test
    void paimonFindsThem() throws Exception {
        TableName name = new TableName("default", "t");
        Catalog catalog = Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
        catalog.createTable(
                name,
                Scenarios.definition(
                        List.of(DataType.INT),
                        List.of(DataType.STRING),
                        List.of(DataType.STRING, DataType.DATE),
                        Map.of("bucket", "2", "changelog-producer", "lookup")));
        LakelogTable table = new LakelogTable(catalog.table(name));
        for (int commit = 0; commit < 2; commit++) {
            List<RowToWrite> rows = new ArrayList<>();
            for (int i = 0; i < VALUES.size(); i++) {
                rows.add(new RowToWrite(
                        RowKind.INSERT,
                        Arrays.asList("v" + commit, VALUES.get(i), java.time.LocalDate.of(2024, 1, 1 + i % 2), i)));
            }
            table.commit(rows);
        }
        assertThat(table.rows()).hasSize(VALUES.size());
        try (PaimonOracle oracle = new PaimonOracle(warehouse)) {
            new Verdict(
                            table,
                            oracle.table("default", "t"),
                            warehouse.resolve("default.db").resolve("t"))
                    .assertAllWithChangelog();
        }
    }
}
