/** Tests of {@code io.lakelog.jdbc.access}. */
@NullMarked
package io.lakelog.jdbc.access;

import org.jspecify.annotations.NullMarked;
