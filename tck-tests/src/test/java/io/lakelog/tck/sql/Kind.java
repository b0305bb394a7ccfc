package io.lakelog.tck.sql;

/** What a fragment of a statement is: a value of a type, or a whole query. */
enum Kind {
    INT("INT"),
    BIGINT("BIGINT"),
    TEXT("VARCHAR(50)"),
    DECIMAL("DECIMAL(10, 2)"),
    DOUBLE("DOUBLE"),
    BOOLEAN("BOOLEAN"),
    TIMESTAMP("TIMESTAMP(3)"),
    DATE("DATE"),
    QUERY("");

    static final Kind[] VALUES = {INT, BIGINT, TEXT, DECIMAL, DOUBLE, BOOLEAN, TIMESTAMP, DATE};
    /** Those that sums, averages and differences are made of. */
    static final Kind[] NUMBERS = {INT, BIGINT, DECIMAL, DOUBLE};
    /** Whose values have an order. */
    static final Kind[] ORDERED = {INT, INT, TEXT, DECIMAL, DATE, TIMESTAMP, BIGINT, DOUBLE};
    /** Whose values are often equal. */
    static final Kind[] KEYS = {INT, INT, TEXT, BOOLEAN, DATE};

    /** As written in a CREATE TABLE and a CAST of both databases. */
    final String sql;

    Kind(String sql) {
        this.sql = sql;
    }
}
