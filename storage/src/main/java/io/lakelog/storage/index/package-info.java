/**
 * What lies beside the data files: index manifests, and the index files they list, which are deletion vectors (rows of
 * data files that are gone) and the hashes of dynamic buckets. Decides nothing about tables. Imports {@code error env row
 * format layout manifest}. Start at {@link io.lakelog.storage.index.IndexStore}.
 */
@NullMarked
package io.lakelog.storage.index;

import org.jspecify.annotations.NullMarked;
