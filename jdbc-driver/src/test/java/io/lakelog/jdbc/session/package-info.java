/** Tests of sessions and of the warehouses that they share. */
@NullMarked
package io.lakelog.jdbc.session;

import org.jspecify.annotations.NullMarked;
