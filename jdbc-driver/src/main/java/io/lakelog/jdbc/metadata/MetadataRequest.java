package io.lakelog.jdbc.metadata;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question of {@link java.sql.DatabaseMetaData}.
 *
 * @param arguments names and patterns in the order of the JDBC method; null means any
 * @param types the table types wanted, or null for all
 */
public record MetadataRequest(
        MetadataKind kind,
        List<@Nullable String> arguments,
        @Nullable List<String> types) {
    /** A request without table types. */
    public static MetadataRequest of(MetadataKind kind, @Nullable String... arguments) {
        return new MetadataRequest(kind, Collections.unmodifiableList(Arrays.asList(arguments)), null);
    }

    /** The argument at {@code position}, null too if there are fewer. */
    public @Nullable String argument(int position) {
        return position < arguments.size() ? arguments.get(position) : null;
    }
}
