package io.lakelog.sql;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;

/** The SQL engine over one warehouse. Thread-safe; closing ends nothing that a connection still uses. */
public interface Engine extends AutoCloseable {
    /**
     * The engine over a warehouse.
     *
     * @param warehouse an absolute path; made on the first write if missing
     */
    static Engine open(Environment environment, String warehouse) {
        return new LakelogEngine(Catalog.open(environment, warehouse), environment.clock());
    }

    /** The databases and tables, for metadata. */
    Catalog catalog();

    /** A new session. */
    EngineConnection connect(SessionSettings settings);

    @Override
    void close();
}
