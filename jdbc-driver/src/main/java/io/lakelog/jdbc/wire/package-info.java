/**
 * What goes over the wire between our client and our server: the messages are Avatica's, in protobuf, so that its own
 * clients understand the server too. Here is how values, frames, parameters, errors and the few things that Avatica's
 * protocol lacks are written into them and read back, both directions side by side. No network here. Imports {@code
 * convert metadata} and Avatica's messages. Start at {@link io.lakelog.jdbc.wire.WireCommand}.
 */
@NullMarked
package io.lakelog.jdbc.wire;

import org.jspecify.annotations.NullMarked;
