/** Tests. */
@NullMarked
package io.lakelog.storage.env;

import org.jspecify.annotations.NullMarked;
