package io.lakelog.jdbc.session;

import io.lakelog.sql.Engine;

/** A share of a warehouse's engine, to be given back by closing. Closing may be repeated. */
public interface Warehouse extends AutoCloseable {
    Engine engine();

    /** An absolute path. */
    String path();

    @Override
    void close();
}
