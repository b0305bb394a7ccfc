package io.lakelog.sql.parse;

import org.jspecify.annotations.Nullable;

/**
 * A table's name as written.
 *
 * @param database the database, or null for the current one
 * @param line where the name stands, from 1
 * @param column where the name stands in its line, from 1
 */
public record NameText(@Nullable String database, String table, int line, int column) {
    @Override
    public String toString() {
        return database == null ? table : database + "." + table;
    }
}
