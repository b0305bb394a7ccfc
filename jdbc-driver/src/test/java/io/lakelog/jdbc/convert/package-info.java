/** Tests of the forms of values. */
@NullMarked
package io.lakelog.jdbc.convert;

import org.jspecify.annotations.NullMarked;
