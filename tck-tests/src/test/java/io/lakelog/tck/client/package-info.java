/**
 * Real clients of JDBC before the driver, embedded and remote: each does what its users do with it. Heavy ones (Spark,
 * Liquibase, SchemaSpy) run in the module {@code tck-tests/clients}. What is known to work stands in {@code
 * .github/docs/clients.md}. Start at {@link io.lakelog.tck.client.Place}.
 */
@NullMarked
package io.lakelog.tck.client;

import org.jspecify.annotations.NullMarked;
