/**
 * Following a table: the changes of a range of snapshots, read where a snapshot carries its changelog and computed where
 * it does not. Imports the rooms above it down to {@code snapshot}; never {@code write commit scan}. Start at
 * {@link io.lakelog.storage.changes.ChangeFeed}.
 */
@NullMarked
package io.lakelog.storage.changes;

import org.jspecify.annotations.NullMarked;
