package io.lakelog.tck.sql;

/** For whom a statement is written. */
enum Dialect {
    LAKELOG,
    H2
}
