/**
 * The command line: a SQL shell, and the command that starts a server. Reads, runs, prints; nothing else. Whatever it does
 * with a database it does through JDBC. Imports the driver and {@code server}. Start at
 * {@link io.lakelog.jdbc.cli.Main}.
 */
@NullMarked
package io.lakelog.jdbc.cli;

import org.jspecify.annotations.NullMarked;
