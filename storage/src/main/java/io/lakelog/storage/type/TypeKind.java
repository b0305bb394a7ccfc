package io.lakelog.storage.type;

/** The SQL types of the table format. */
public enum TypeKind {
    BOOLEAN,
    TINYINT,
    SMALLINT,
    INT,
    BIGINT,
    FLOAT,
    DOUBLE,
    DECIMAL,
    CHAR,
    VARCHAR,
    BINARY,
    VARBINARY,
    DATE,
    TIME,
    TIMESTAMP,
    TIMESTAMP_LTZ,
    ARRAY,
    MAP,
    /** A bag: each value with how often it is there. Read, never written. */
    MULTISET,
    ROW;

    /** Whether values of this kind hold values of other types. */
    public boolean isNested() {
        return switch (this) {
            case ARRAY, MAP, MULTISET, ROW -> true;
            default -> false;
        };
    }
}
