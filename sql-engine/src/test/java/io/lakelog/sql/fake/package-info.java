/**
 * Storage in memory, as simple as it can be told: the model against which the SQL engine is tested without files. Keyed
 * upserts, snapshots, and changes as the lookup producer makes them. Start at {@link io.lakelog.sql.fake.FakeCatalog}.
 */
@NullMarked
package io.lakelog.sql.fake;

import org.jspecify.annotations.NullMarked;
