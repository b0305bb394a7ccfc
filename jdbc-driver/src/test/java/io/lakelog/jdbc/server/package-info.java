/** Tests of the server, as clients of all kinds see it. */
@NullMarked
package io.lakelog.jdbc.server;

import org.jspecify.annotations.NullMarked;
