package io.lakelog.storage.manifest;

import io.lakelog.storage.row.BinaryRow;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of some columns over all rows of a file or of all files of a manifest. Immutable.
 *
 * @param min lower bounds; NULL where there is none
 * @param max upper bounds; NULL where there is none
 * @param nullCounts for each column how many values are NULL, or null if not known
 */
public record ColumnStats(BinaryRow min, BinaryRow max, List<@Nullable Long> nullCounts) {
    /** No columns. */
    public static final ColumnStats NONE = new ColumnStats(BinaryRow.EMPTY, BinaryRow.EMPTY, List.of());

    /**
     * Whether bounds of a type may be written. Not those of bytes: keys are in the order of unsigned bytes, but Paimon compares
     * bounds with what it looks for as signed ones.
     */
    private static boolean mayBound(DataType type) {
        return type.kind() != TypeKind.BINARY && type.kind() != TypeKind.VARBINARY;
    }

    /** A bound as it is written: what was found, or NULL where there is none or its type must have none. */
    public static Column written(DataType type, @Nullable Column bound) {
        if (bound != null && mayBound(type)) {
            return bound;
        }
        ColumnBuilder builder = ColumnBuilder.of(type);
        builder.appendNull();
        return builder.build();
    }

    public ColumnStats {
        nullCounts = Collections.unmodifiableList(nullCounts);
    }
}
