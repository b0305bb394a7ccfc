/**
 * Every failure Lakelog raises: a code from a closed list, and a message that says what is wrong, where, and what would
 * be right. Each code carries the SQLSTATE that a JDBC client sees; this is the only table of them. Imports nothing. Start at {@link io.lakelog.storage.error.LakelogException}.
 */
@NullMarked
package io.lakelog.storage.error;

import org.jspecify.annotations.NullMarked;
