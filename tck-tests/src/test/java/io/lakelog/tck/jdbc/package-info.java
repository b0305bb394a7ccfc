/**
 * The driver before the JDBC 4.3 specification: each test says which demand of which chapter it checks, and runs on every
 * way to a warehouse in three time zones of the JVM. The table of results in {@code .github/docs/jdbc.md} is written from
 * those words. Real clients are in {@code client}, beside. Start at {@link io.lakelog.tck.jdbc.Conforms}.
 */
@NullMarked
package io.lakelog.tck.jdbc;

import org.jspecify.annotations.NullMarked;
