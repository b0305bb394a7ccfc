package io.lakelog.storage;

import io.lakelog.storage.row.Batch;
import java.util.OptionalLong;

/**
 * Which rows of a keyed table's state are wanted.
 *
 * @param keys values of the primary key's columns, in their order; none is NULL. Without
 *     the partition columns where the key spans partitions
 * @param columns positions in the table's row type, in the order wanted
 * @param snapshotId the snapshot whose state is wanted; empty for the newest
 */
public record KeyRequest(Batch keys, int[] columns, OptionalLong snapshotId) {}
