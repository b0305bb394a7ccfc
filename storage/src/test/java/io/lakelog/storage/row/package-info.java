/** Tests. */
@NullMarked
package io.lakelog.storage.row;

import org.jspecify.annotations.NullMarked;
