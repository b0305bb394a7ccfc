/** Tests of the command line. */
@NullMarked
package io.lakelog.jdbc.cli;

import org.jspecify.annotations.NullMarked;
