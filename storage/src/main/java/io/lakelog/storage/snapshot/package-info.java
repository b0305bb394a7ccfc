/**
 * The states of a table: snapshot files, the only files whose appearing changes what a table is, and the data files alive
 * at each. Imports {@code error env layout manifest index}. Start at
 * {@link io.lakelog.storage.snapshot.Snapshot}.
 */
@NullMarked
package io.lakelog.storage.snapshot;

import org.jspecify.annotations.NullMarked;
