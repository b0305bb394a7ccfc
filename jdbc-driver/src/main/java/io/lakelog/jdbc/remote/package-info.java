/**
 * The client's end of a remote connection: a session whose every method is a message to a server. Imports {@code session
 * wire metadata}. Start at {@link io.lakelog.jdbc.remote.RemoteSession}.
 */
@NullMarked
package io.lakelog.jdbc.remote;

import org.jspecify.annotations.NullMarked;
