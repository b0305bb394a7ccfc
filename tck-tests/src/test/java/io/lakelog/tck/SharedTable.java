package io.lakelog.tck;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.TableName;
import io.lakelog.storage.env.Environment;
import io.lakelog.tck.lakelog.LakelogTable;
import io.lakelog.tck.paimon.PaimonOracle;
import io.lakelog.tck.paimon.PaimonTable;
import java.nio.file.Path;

/** The table {@code db.t} of a warehouse as Lakelog and Paimon see it, each time anew: with its newest schema. */
class SharedTable implements AutoCloseable {
    static final TableName NAME = new TableName("db", "t");

    final PaimonOracle oracle;
    private final Path warehouse;

    SharedTable(Path warehouse) {
        this.warehouse = warehouse;
        oracle = new PaimonOracle(warehouse);
    }

    /** Lakelog's catalog; compactions run at once. */
    final Catalog catalog() {
        return Catalog.open(Environment.local().withBackgroundThreads(false), warehouse.toString());
    }

    final LakelogTable lakelog() {
        return new LakelogTable(catalog().table(NAME));
    }

    final PaimonTable paimon() throws Exception {
        return oracle.table(NAME.database(), NAME.table());
    }

    final Path directory() {
        return warehouse.resolve(NAME.database() + ".db").resolve(NAME.table());
    }

    final Verdict verdict() throws Exception {
        return new Verdict(lakelog(), paimon(), directory());
    }

    @Override
    public void close() throws Exception {
        oracle.close();
    }
}
