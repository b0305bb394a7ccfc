/**
 * Tables without a key: their files hold rows in the order they came, on one level, and a scan reads them one by one.
 * Here files are written, rewritten without some of their rows, and merged when they are small; keys and levels never show.
 * Imports the rooms above it down to {@code lsm}; commits nothing. Start at {@link io.lakelog.storage.append.AppendFiles}.
 */
@NullMarked
package io.lakelog.storage.append;

import org.jspecify.annotations.NullMarked;
