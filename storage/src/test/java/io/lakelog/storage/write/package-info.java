/** Tests of what is kept until a commit. */
@NullMarked
package io.lakelog.storage.write;

import org.jspecify.annotations.NullMarked;
