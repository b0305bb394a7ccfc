/**
 * The server's end: Avatica's engine interface over sessions of this process, and the HTTP endpoint around it, which
 * takes protobuf and JSON. Imports {@code session wire convert metadata}. Start at
 * {@link io.lakelog.jdbc.server.LakelogServer}.
 */
@NullMarked
package io.lakelog.jdbc.server;

import org.jspecify.annotations.NullMarked;
