/** Tests. */
@NullMarked
package io.lakelog.storage.lsm;

import org.jspecify.annotations.NullMarked;
