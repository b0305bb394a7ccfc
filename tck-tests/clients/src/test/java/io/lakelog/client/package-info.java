/**
 * Clients of JDBC that bring half a world of libraries along, each with the driver as one file. Lighter ones are tried in
 * {@code tck-tests}. Start at {@link io.lakelog.client.SparkIT}.
 */
@NullMarked
package io.lakelog.client;

import org.jspecify.annotations.NullMarked;
