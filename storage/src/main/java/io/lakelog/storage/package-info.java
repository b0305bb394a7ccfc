/**
 * The front door of storage: a {@link io.lakelog.storage.Catalog} of databases and tables in a warehouse directory, and
 * a {@link io.lakelog.storage.Table} to write, scan and follow. What lies behind (manifests, levels, files) never shows
 * here. Imports every room below it. Start at {@link io.lakelog.storage.Catalog}.
 */
@NullMarked
package io.lakelog.storage;

import org.jspecify.annotations.NullMarked;
