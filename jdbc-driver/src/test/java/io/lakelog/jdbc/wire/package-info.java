/** Tests of the messages between driver and server. */
@NullMarked
package io.lakelog.jdbc.wire;

import org.jspecify.annotations.NullMarked;
