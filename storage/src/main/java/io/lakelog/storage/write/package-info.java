/**
 * From batches to files: rows are routed to buckets and kept, every version of them, until the commit; then each bucket
 * resolves its versions against a state of the table and writes files. Publishes nothing. Imports the rooms above it down
 * to {@code compact}; never {@code commit scan changes}. Start at {@link io.lakelog.storage.write.WriteBuffer}.
 */
@NullMarked
package io.lakelog.storage.write;

import org.jspecify.annotations.NullMarked;
