package io.lakelog.sql;

import io.lakelog.sql.exec.Session;
import io.lakelog.sql.partition.ExpressionTables;
import io.lakelog.sql.plan.PartitionCompiler;
import io.lakelog.storage.Catalog;
import java.time.Clock;

/** An engine over a catalog, which it closes. */
final class LakelogEngine implements Engine {
    private final Catalog catalog;
    private final Clock clock;

    LakelogEngine(Catalog catalog, Clock clock) {
        this.catalog = new ExpressionTables(catalog, new PartitionCompiler(catalog, clock));
        this.clock = clock;
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public EngineConnection connect(SessionSettings settings) {
        return new LakelogConnection(new Session(
                catalog.as(settings.access()), clock, settings.timeZone(), settings.database(), settings.readOnly()));
    }

    @Override
    public void close() {
        catalog.close();
    }
}
