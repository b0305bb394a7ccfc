/**
 * Tables that are partitioned by an expression. The rest of the engine sees them as the user declared them: without the
 * hidden column that holds the expression's value, with the key that was named. What is written gets its value here, and
 * conditions on the source column become conditions on partitions. Knows storage only; what an expression means is {@code
 * plan}'s business. Start at {@link io.lakelog.sql.partition.ExpressionTables}.
 */
@NullMarked
package io.lakelog.sql.partition;

import org.jspecify.annotations.NullMarked;
