/**
 * Values in memory: a {@link io.lakelog.storage.row.Batch} of typed column vectors is what readers yield, operators
 * exchange, writers take and cursors walk; a {@link io.lakelog.storage.row.BinaryRow} is the one-row form that metadata
 * and hashes need. No file is touched here. Imports {@code error type}. Start at {@link io.lakelog.storage.row.Column}.
 */
@NullMarked
package io.lakelog.storage.row;

import org.jspecify.annotations.NullMarked;
