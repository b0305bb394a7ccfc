/**
 * Reading a state: which files of which buckets a request needs, pruned by partition, bucket and key. Imports the rooms
 * above it down to {@code lsm snapshot}; never {@code write commit changes}. Start at
 * {@link io.lakelog.storage.scan.ScanPlanner}.
 */
@NullMarked
package io.lakelog.storage.scan;

import org.jspecify.annotations.NullMarked;
