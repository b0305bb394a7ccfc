/** Tests of the driver as its users see it, over an engine that a test tells what to answer, and over the real one. */
@NullMarked
package io.lakelog.jdbc;

import org.jspecify.annotations.NullMarked;
