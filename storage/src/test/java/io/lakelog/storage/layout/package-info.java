/** Tests. */
@NullMarked
package io.lakelog.storage.layout;

import org.jspecify.annotations.NullMarked;
