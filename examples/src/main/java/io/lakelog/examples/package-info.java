/**
 * Programs that show what Lakelog does, through JDBC alone. They never look behind the driver. Start at
 * {@link io.lakelog.examples.Quickstart}.
 */
@NullMarked
package io.lakelog.examples;

import org.jspecify.annotations.NullMarked;
