package io.lakelog.storage.type;

import org.jspecify.annotations.Nullable;

/**
 * A column of a row: its identity, name and type. Immutable.
 *
 * @param id what a column keeps when it is renamed or moved; never used again once dropped
 * @param comment what the column means, or null
 * @param defaultValue the text of the default, or null
 */
public record Field(
        int id,
        String name,
        DataType type,
        @Nullable String comment,
        @Nullable String defaultValue) {
    public Field(int id, String name, DataType type) {
        this(id, name, type, null, null);
    }

    public Field withType(DataType newType) {
        return new Field(id, name, newType, comment, defaultValue);
    }
}
