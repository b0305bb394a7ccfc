/**
 * The JDBC driver. {@link io.lakelog.jdbc.LakelogDriver} parses a URL and opens a session, in this process or on a
 * server; the other classes here are the objects of JDBC over that session. They extend Avatica's, which saves writing
 * the hundreds of small methods, and override every one that Avatica answers wrongly or hands to its own engine
 * interface. Imports {@code session remote metadata convert}. Start at {@link io.lakelog.jdbc.ConnectionUrl}.
 */
@NullMarked
package io.lakelog.jdbc;

import org.jspecify.annotations.NullMarked;
