/**
 * Random queries, answered by Lakelog and by H2, whose SELECT is the same language. Tables, statements, the comparison of the
 * answers and the search for the smallest statement that shows a fault live here; no storage, no format. Start at
 * {@link io.lakelog.tck.sql.RandomQueriesTest}.
 */
@NullMarked
package io.lakelog.tck.sql;

import org.jspecify.annotations.NullMarked;
