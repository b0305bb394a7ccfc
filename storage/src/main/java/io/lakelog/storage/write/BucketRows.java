package io.lakelog.storage.write;

import io.lakelog.storage.row.Batch;
import java.util.List;

/**
 * All rows written to one bucket: the part that went to temporary files, then the rest. Immutable.
 *
 * @param memory {@link io.lakelog.storage.lsm.KeyValues} with all columns, numbered in the order they came
 */
public record BucketRows(List<SpillFile> spilled, Batch memory) {}
