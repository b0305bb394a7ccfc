/**
 * SQL over a warehouse: an {@link io.lakelog.sql.Engine} hands out connections that prepare statements; a prepared
 * statement yields batches, counts or nothing. No JDBC here, and no Calcite in any signature. Imports {@code parse plan
 * exec command partition} below it and storage's front door. Start at {@link io.lakelog.sql.Engine}.
 */
@NullMarked
package io.lakelog.sql;

import org.jspecify.annotations.NullMarked;
