/** The examples, run. */
@NullMarked
package io.lakelog.examples;

import org.jspecify.annotations.NullMarked;
