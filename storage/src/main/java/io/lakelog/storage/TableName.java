package io.lakelog.storage;

/** The full name of a table, in the case it has on disk. */
public record TableName(String database, String table) {
    @Override
    public String toString() {
        return database + "." + table;
    }
}
