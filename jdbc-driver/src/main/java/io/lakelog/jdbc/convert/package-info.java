/**
 * Between the engine's values and JDBC's: batches become a cursor with an accessor for each column, Java values become
 * parameters, types become JDBC's descriptions, failures become SQLExceptions. The SQLSTATE table itself is storage's
 * {@code ErrorCode}. No connection, no file. Imports the vocabulary of storage and SQL, and Avatica's cursor interface.
 * Start at {@link io.lakelog.jdbc.convert.BatchCursor}.
 */
@NullMarked
package io.lakelog.jdbc.convert;

import org.jspecify.annotations.NullMarked;
