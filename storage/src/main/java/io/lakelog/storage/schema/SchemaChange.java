package io.lakelog.storage.schema;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step from a schema to the next. Columns are named as the user did: an exact match first, then one without regard to
 * case. Immutable.
 */
public sealed interface SchemaChange {
    /**
     * A new column; rows that are there have NULL in it.
     *
     * @param column its id is given anew
     * @param position where it goes, or null for the end
     */
    record AddColumn(Field column, @Nullable Position position) implements SchemaChange {}

    /** A column goes; its id is never used again. */
    record DropColumn(String column) implements SchemaChange {}

    /** A column gets another name and keeps its values. */
    record RenameColumn(String column, String newName) implements SchemaChange {}

    /**
     * A column gets a type that holds all values of the one it has.
     *
     * @param keepNullability whether the column allows NULL as before; otherwise as {@code type} says
     */
    record ChangeType(String column, DataType type, boolean keepNullability) implements SchemaChange {}

    /** A column begins or ceases to allow NULL. */
    record ChangeNullability(String column, boolean nullable) implements SchemaChange {}

    /** @param comment null for none */
    record ChangeComment(String column, @Nullable String comment) implements SchemaChange {}

    /** @param defaultValue its text; null for none */
    record ChangeDefault(String column, @Nullable String defaultValue) implements SchemaChange {}

    /** A column stands elsewhere among the others. */
    record MoveColumn(String column, Position position) implements SchemaChange {}

    /**
     * A change of what is within a nested column: its fields are changed as columns are.
     *
     * @param path the column, then field by field to the ROW whose field changes; {@code element} stands for what is in an
     *     ARRAY, {@code value} for what is in a MAP
     * @param change names a field, or {@code element} or {@code value}; no option, comment of the table or another of these
     */
    record Within(List<String> path, SchemaChange change) implements SchemaChange {
        public Within {
            path = List.copyOf(path);
        }
    }

    record SetOption(String key, String value) implements SchemaChange {}

    record ResetOption(String key) implements SchemaChange {}

    /** @param comment of the table; null for none */
    record ChangeTableComment(@Nullable String comment) implements SchemaChange {}

    /**
     * A place among the columns.
     *
     * @param after the column before it, or null for the first place
     */
    record Position(@Nullable String after) {
        public static final Position FIRST = new Position(null);
    }
}
