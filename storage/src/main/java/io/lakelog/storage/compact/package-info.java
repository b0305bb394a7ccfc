/**
 * Compaction: which runs to merge (pure choices over sizes), and the merge itself. Imports the rooms above it down to
 * {@code lsm}; commits nothing. Start at {@link io.lakelog.storage.compact.UniversalPicker}.
 */
@NullMarked
package io.lakelog.storage.compact;

import org.jspecify.annotations.NullMarked;
