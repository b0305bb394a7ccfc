/**
 * How changes become a changelog: old values found for a batch of keys, and the differences between old and new. The only
 * package that makes changelog rows. Imports the rooms above it down to {@code lsm}. Start at
 * {@link io.lakelog.storage.changelog.RowDiff}.
 */
@NullMarked
package io.lakelog.storage.changelog;

import org.jspecify.annotations.NullMarked;
