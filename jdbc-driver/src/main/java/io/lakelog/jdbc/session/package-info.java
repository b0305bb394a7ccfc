/**
 * The seam below the JDBC objects: a {@link io.lakelog.jdbc.session.Session} is what a connection asks of an engine,
 * whether in this process or behind a server; here is the one in this process, with its bounded registry of open
 * statements, and the warehouses that the connections of a JVM share. No JDBC object and no Avatica here. Imports
 * {@code metadata} and the SQL facade. Start at {@link io.lakelog.jdbc.session.Session}.
 */
@NullMarked
package io.lakelog.jdbc.session;

import org.jspecify.annotations.NullMarked;
