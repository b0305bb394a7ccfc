package io.lakelog.tck.jdbc;

/** How a client reaches a warehouse. */
enum Way {
    EMBEDDED,
    REMOTE,
    AVATICA_PROTOBUF,
    AVATICA_JSON;

    /** Whether the JDBC objects are Lakelog's. */
    boolean isOurs() {
        return this == EMBEDDED || this == REMOTE;
    }
}
