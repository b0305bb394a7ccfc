package io.lakelog.storage;

import io.lakelog.storage.predicate.Predicate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What to read of a table's state.
 *
 * @param columns positions in the table's row type, in the order wanted; may be empty (rows are then only counted)
 * @param filter a hint to skip data that cannot match, or null; rows that do not match may still be returned
 * @param snapshotId the snapshot whose state is wanted; empty for the newest
 */
public record ScanRequest(int[] columns, @Nullable Predicate filter, OptionalLong snapshotId) {}
