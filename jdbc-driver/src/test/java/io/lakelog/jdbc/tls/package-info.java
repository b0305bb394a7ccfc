/** Tests of {@code io.lakelog.jdbc.tls}. */
@NullMarked
package io.lakelog.jdbc.tls;

import org.jspecify.annotations.NullMarked;
