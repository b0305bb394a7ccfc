/**
 * A first benchmark: the same orders through Lakelog's storage, its JDBC driver and the Paimon library, each measurement
 * in a JVM of its own, all in one run. Prints figures and ratios; proves nothing but the answers. Start at
 * {@link io.lakelog.tck.bench.Benchmark}.
 */
@NullMarked
package io.lakelog.tck.bench;

import org.jspecify.annotations.NullMarked;
