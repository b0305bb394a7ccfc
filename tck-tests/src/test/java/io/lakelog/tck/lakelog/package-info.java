/**
 * Lakelog's storage in the terms of the comparison: rows and changes as text, writes as Java values. Knows only the
 * front door of storage. Start at {@link io.lakelog.tck.lakelog.LakelogTable}.
 */
@NullMarked
package io.lakelog.tck.lakelog;

import org.jspecify.annotations.NullMarked;
