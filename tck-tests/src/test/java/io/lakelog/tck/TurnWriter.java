package io.lakelog.tck;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.lakelog.LakelogTable.RowToWrite;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonWriter;
import java.util.List;

/** Who makes a commit where Lakelog and Paimon write one table in turn. */
enum TurnWriter {
    LAKELOG,
    PAIMON,
    PAIMON_WRITE_ONLY,
    /** With a full compaction. */
    PAIMON_FULL;

    /** Writes rows, as one commit. */
    void commit(List<RowToWrite> rows, TableName table, Catalog catalog, PaimonOracle oracle) throws Exception {
        if (this == LAKELOG) {
            new LakelogTable(catalog.table(table)).commit(rows);
            return;
        }
        try (PaimonWriter writer =
                oracle.table(table.database(), table.table()).writer("paimon", this == PAIMON_WRITE_ONLY)) {
            for (RowToWrite row : rows) {
                writer.write(row.kind().text(), row.values());
            }
            if (this == PAIMON_FULL) {
                writer.compact(true);
            }
            writer.commit();
        }
    }
}
