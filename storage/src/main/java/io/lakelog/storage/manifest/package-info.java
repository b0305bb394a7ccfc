/**
 * What changed, file by file: data files described, entries that add and remove them, manifests of entries and lists of
 * manifests, as they lie in Avro containers. Knows nothing of snapshots. Imports {@code error env type row format layout}.
 * Start at {@link io.lakelog.storage.manifest.DataFileMeta}.
 */
@NullMarked
package io.lakelog.storage.manifest;

import org.jspecify.annotations.NullMarked;
