/** Tests of storage through its front door. */
@NullMarked
package io.lakelog.storage;

import org.jspecify.annotations.NullMarked;
