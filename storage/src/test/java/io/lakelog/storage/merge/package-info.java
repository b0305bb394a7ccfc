/** Tests of {@code io.lakelog.storage.merge}. */
@org.jspecify.annotations.NullMarked
package io.lakelog.storage.merge;
