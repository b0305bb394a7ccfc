/** Flink with Paimon's connector on warehouses that Lakelog wrote, and the reverse. Built and run by {@code -Pinterop} only. */
@NullMarked
package io.lakelog.tck.flink;

import org.jspecify.annotations.NullMarked;
