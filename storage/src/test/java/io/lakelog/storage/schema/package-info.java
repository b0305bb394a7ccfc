/** Tests. */
@NullMarked
package io.lakelog.storage.schema;

import org.jspecify.annotations.NullMarked;
